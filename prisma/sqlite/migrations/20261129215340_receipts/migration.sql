-- CreateTable
CREATE TABLE "Receipt" (
    "matchId" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    CONSTRAINT "Receipt_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "validFrom" BIGINT NOT NULL,
    "validUntil" BIGINT NOT NULL
);
