-- CreateTable
CREATE TABLE "Player" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "preferredDifficulty" TEXT NOT NULL DEFAULT 'EASY',
    "preferredTheme" TEXT NOT NULL DEFAULT 'random',
    "challengesFrom" TEXT NOT NULL DEFAULT 'anyone',
    "createdAt" BIGINT NOT NULL,
    "lastSeenAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Match" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "game" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "deadline" BIGINT NOT NULL,
    "invite" TEXT,
    "rematchOf" TEXT,
    "winner" INTEGER,
    "reason" TEXT,
    "createdAt" BIGINT NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT NOT NULL,
    "finalView" TEXT
);

-- CreateTable
CREATE TABLE "MatchSeat" (
    "matchId" TEXT NOT NULL,
    "seat" INTEGER NOT NULL,
    "player" TEXT,
    "name" TEXT,
    "createdAt" BIGINT NOT NULL,

    PRIMARY KEY ("matchId", "seat"),
    CONSTRAINT "MatchSeat_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "MatchEvent" (
    "matchId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "seat" INTEGER,
    "actionId" TEXT,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("matchId", "revision"),
    CONSTRAINT "MatchEvent_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ActiveSeat" (
    "player" TEXT NOT NULL,
    "activeClass" TEXT NOT NULL,
    "matchId" TEXT NOT NULL,

    PRIMARY KEY ("player", "activeClass"),
    CONSTRAINT "ActiveSeat_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PublicQueue" (
    "game" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "matchId" TEXT NOT NULL,

    PRIMARY KEY ("game", "rules"),
    CONSTRAINT "PublicQueue_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RematchOffer" (
    "matchId" TEXT NOT NULL,
    "seat" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,

    PRIMARY KEY ("matchId", "seat"),
    CONSTRAINT "RematchOffer_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Player_tokenHash_key" ON "Player"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Player_nameKey_key" ON "Player"("nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Match_invite_key" ON "Match"("invite");

-- CreateIndex
CREATE UNIQUE INDEX "Match_rematchOf_key" ON "Match"("rematchOf");

-- CreateIndex
CREATE INDEX "Match_deadline_idx" ON "Match"("deadline");

-- CreateIndex
CREATE INDEX "Match_endedAt_idx" ON "Match"("endedAt");

-- CreateIndex
CREATE INDEX "MatchSeat_player_createdAt_idx" ON "MatchSeat"("player", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "MatchEvent_matchId_seat_actionId_key" ON "MatchEvent"("matchId", "seat", "actionId");

-- CreateIndex
CREATE INDEX "ActiveSeat_activeClass_matchId_idx" ON "ActiveSeat"("activeClass", "matchId");

-- CreateIndex
CREATE INDEX "ActiveSeat_matchId_idx" ON "ActiveSeat"("matchId");

-- CreateIndex
CREATE UNIQUE INDEX "PublicQueue_matchId_key" ON "PublicQueue"("matchId");
