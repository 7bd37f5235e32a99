-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_MatchEvent" (
    "matchId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "seat" INTEGER,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("matchId", "revision"),
    CONSTRAINT "MatchEvent_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_MatchEvent" ("at", "kind", "matchId", "revision", "seat", "text") SELECT "at", "kind", "matchId", "revision", "seat", "text" FROM "MatchEvent";
DROP TABLE "MatchEvent";
ALTER TABLE "new_MatchEvent" RENAME TO "MatchEvent";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
