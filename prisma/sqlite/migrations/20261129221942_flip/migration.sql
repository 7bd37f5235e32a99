-- CreateTable
CREATE TABLE "Challenge" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "challenger" TEXT NOT NULL,
    "challengee" TEXT NOT NULL,
    "difficulty" TEXT NOT NULL,
    "theme" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "expiresAt" BIGINT NOT NULL,
    "acceptedAt" BIGINT NOT NULL,
    "endedAt" BIGINT NOT NULL,
    "pendingKey" TEXT,
    "challengerMatch" TEXT,
    "challengeeMatch" TEXT,
    "challengerRun" TEXT,
    "challengeeRun" TEXT,
    "benchmark" BOOLEAN NOT NULL,
    "result" TEXT
);

-- CreateTable
CREATE TABLE "PlayerStats" (
    "player" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "LeaderboardRow" (
    "board" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "matchId" TEXT NOT NULL,
    "details" TEXT NOT NULL,

    PRIMARY KEY ("board", "holder")
);

-- CreateTable
CREATE TABLE "Achievement" (
    "player" TEXT NOT NULL,
    "achievement" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "matchId" TEXT NOT NULL,

    PRIMARY KEY ("player", "achievement")
);

-- CreateTable
CREATE TABLE "Notification" (
    "player" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "data" TEXT NOT NULL,

    PRIMARY KEY ("player", "id")
);

-- CreateTable
CREATE TABLE "NotificationMark" (
    "player" TEXT NOT NULL PRIMARY KEY,
    "last" INTEGER NOT NULL,
    "acked" INTEGER NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Challenge_pendingKey_key" ON "Challenge"("pendingKey");

-- CreateIndex
CREATE INDEX "Challenge_challenger_status_createdAt_idx" ON "Challenge"("challenger", "status", "createdAt");

-- CreateIndex
CREATE INDEX "Challenge_challengee_status_createdAt_idx" ON "Challenge"("challengee", "status", "createdAt");

-- CreateIndex
CREATE INDEX "Challenge_status_expiresAt_idx" ON "Challenge"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "Challenge_endedAt_idx" ON "Challenge"("endedAt");

-- CreateIndex
CREATE INDEX "Challenge_challengerMatch_idx" ON "Challenge"("challengerMatch");

-- CreateIndex
CREATE INDEX "Challenge_challengeeMatch_idx" ON "Challenge"("challengeeMatch");

-- CreateIndex
CREATE INDEX "LeaderboardRow_board_score_at_holder_idx" ON "LeaderboardRow"("board", "score" DESC, "at", "holder");

-- CreateIndex
CREATE INDEX "Notification_at_idx" ON "Notification"("at");
