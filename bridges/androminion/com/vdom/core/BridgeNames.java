package com.vdom.core;

import com.vdom.api.Card;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Cards by their printed English names; the engine runs the words of its own together. */
final class BridgeNames {
    private static final Map<String, String> IRREGULAR = new HashMap<>();
    private static final Map<String, Card> CARDS = new TreeMap<>();

    static {
        for (String pair : ("VirtualRuins=Ruins VirtualKnight=Knights WatchTower=Watchtower StoneMason=Stonemason PoorHouse=Poor_House "
                + "DevilsWorkshop=Devil's_Workshop KingsCourt=King's_Court KingsCastle=King's_Castle FoolsGold=Fool's_Gold "
                + "PhilosophersStone=Philosopher's_Stone FarmersMarket=Farmers'_Market WorkersVillage=Worker's_Village "
                + "JackofAllTrades=Jack_of_All_Trades BagofGold=Bag_of_Gold HornofPlenty=Horn_of_Plenty "
                + "IllGottenGains=Ill-Gotten_Gains WillOWisp=Will-o'-Wisp CandlestickMaker=Candlestick_Maker").split(" ")) {
            String[] names = pair.split("=");
            IRREGULAR.put(names[0], names[1].replace('_', ' '));
        }
        for (Card card : Cards.cardNameToCard.values()) {
            CARDS.put(printed(card), card);
        }
        for (Card card : new Card[] {Cards.virtualRuins, Cards.virtualKnight}) {
            CARDS.put(printed(card), card);
        }
    }

    private BridgeNames() {
    }

    static Map<String, Card> cards() {
        return CARDS;
    }

    static String printed(Card card) {
        String name = card.getName();
        String irregular = IRREGULAR.get(name);
        if (irregular != null) {
            return irregular;
        }
        String spaced = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        spaced = spaced.replace(" Of ", " of ").replace(" The ", " the ").replace(" In ", " in ");
        return spaced.matches("The [A-Z][a-z]+s Gift") ? spaced.replace("s Gift", "'s Gift") : spaced;
    }
}
