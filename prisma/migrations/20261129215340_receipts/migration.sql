-- CreateTable
CREATE TABLE "Receipt" (
    "matchId" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "Receipt_pkey" PRIMARY KEY ("matchId")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "validFrom" BIGINT NOT NULL,
    "validUntil" BIGINT NOT NULL,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("kid")
);

-- AddForeignKey
ALTER TABLE "Receipt" ADD CONSTRAINT "Receipt_matchId_fkey" FOREIGN KEY ("matchId") REFERENCES "Match"("id") ON DELETE CASCADE ON UPDATE CASCADE;
