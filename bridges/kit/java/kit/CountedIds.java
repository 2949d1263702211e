package kit;

import java.nio.ByteBuffer;
import java.security.*;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes each run go the same way, for an engine that names its objects by random UUIDs and keeps them in hash tables: the
 * order in which it goes through them would differ from run to run. Here UUIDs count up and all have one hash code: a table
 * is gone through in the order in which it was filled.
 */
public final class CountedIds extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;
    private static final int UUID_BYTES = 16;
    private static final Random NUMBERS = new Random(0);
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Makes this the source of all UUIDs from now on. */
    public static void install() {
        Provider provider = new Provider("rulings", "1", "numbers without chance") {
            private static final long serialVersionUID = 1L;
        };
        provider.put("SecureRandom.rulings", CountedIds.class.getName());
        Security.insertProviderAt(provider, 1);
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
        // nothing depends on it
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
        if (bytes.length != UUID_BYTES) {
            NUMBERS.nextBytes(bytes);
            return;
        }
        // The same number in both halves, which cancels out in the hash code; bits 12 to 15 of the first are the version's.
        int count = COUNT.incrementAndGet();
        int number = (count & 0xfff) | (count & ~0xfff) << 4;
        int shown = 1 << 31 | (count & 0x3ff) << 20; // an engine may tell two of one name apart by the first three digits alone
        ByteBuffer.wrap(bytes).putInt(shown).putInt(number).putInt(shown).putInt(number);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
        return new byte[count];
    }
}
