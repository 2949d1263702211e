package bridge;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Random;
import mage.util.RandomUtil;

/**
 * Makes each run draw the same numbers. The engine names its objects by random UUIDs and keeps them in hash tables, so that
 * the order in which it goes through them would differ from run to run.
 */
public final class Chance extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;
    private static final long SEED = 614;
    private static final Random NUMBERS = new Random(SEED);

    /** Made by the provider below. */
    public Chance() {
    }

    static void install() {
        Security.insertProviderAt(new Provider("rulings", "1", "the same numbers for each run") {
            private static final long serialVersionUID = 1L;

            {
                put("SecureRandom.rulings", Chance.class.getName());
            }
        }, 1);
    }

    static void reset() {
        synchronized (NUMBERS) {
            NUMBERS.setSeed(SEED);
        }
        RandomUtil.setSeed(SEED);
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
        // the seed is always the same
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
        synchronized (NUMBERS) {
            NUMBERS.nextBytes(bytes);
        }
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
        return new byte[count];
    }
}
