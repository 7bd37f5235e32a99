-- CreateTable
CREATE TABLE "Friendship" (
    "first" TEXT NOT NULL,
    "second" TEXT NOT NULL,
    "requester" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "acceptedAt" BIGINT NOT NULL,

    PRIMARY KEY ("first", "second")
);

-- CreateTable
CREATE TABLE "Block" (
    "player" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,

    PRIMARY KEY ("player", "blocked")
);

-- CreateTable
CREATE TABLE "Party" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "code" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "matchId" TEXT
);

-- CreateTable
CREATE TABLE "PartyMember" (
    "player" TEXT NOT NULL PRIMARY KEY,
    "partyId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "joined" INTEGER NOT NULL,
    "leads" BOOLEAN NOT NULL,
    CONSTRAINT "PartyMember_partyId_fkey" FOREIGN KEY ("partyId") REFERENCES "Party" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PartyInvite" (
    "partyId" TEXT NOT NULL,
    "player" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,

    PRIMARY KEY ("partyId", "player"),
    CONSTRAINT "PartyInvite_partyId_fkey" FOREIGN KEY ("partyId") REFERENCES "Party" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PartyMessage" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "partyId" TEXT NOT NULL,
    "player" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    CONSTRAINT "PartyMessage_partyId_fkey" FOREIGN KEY ("partyId") REFERENCES "Party" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConsoleQuestion" (
    "player" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL,
    "text" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Friendship_second_idx" ON "Friendship"("second");

-- CreateIndex
CREATE INDEX "Friendship_requester_acceptedAt_idx" ON "Friendship"("requester", "acceptedAt");

-- CreateIndex
CREATE INDEX "Block_blocked_idx" ON "Block"("blocked");

-- CreateIndex
CREATE UNIQUE INDEX "Party_code_key" ON "Party"("code");

-- CreateIndex
CREATE UNIQUE INDEX "PartyMember_partyId_place_key" ON "PartyMember"("partyId", "place");

-- CreateIndex
CREATE UNIQUE INDEX "PartyMember_partyId_joined_key" ON "PartyMember"("partyId", "joined");

-- CreateIndex
CREATE INDEX "PartyInvite_player_createdAt_idx" ON "PartyInvite"("player", "createdAt");

-- CreateIndex
CREATE INDEX "PartyMessage_partyId_id_idx" ON "PartyMessage"("partyId", "id");
