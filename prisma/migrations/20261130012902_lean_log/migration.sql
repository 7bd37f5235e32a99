-- DropIndex
DROP INDEX "MatchEvent_matchId_seat_actionId_key";

-- AlterTable
ALTER TABLE "MatchEvent" DROP COLUMN "actionId";
