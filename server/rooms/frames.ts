import { type Client, Protocol, type Room } from '@colyseus/core';
import { CLOSE_CODES, MAX_FRAME_BYTES } from '@freeplay/shared/protocol/messages';

/** The protocol codes that a client has any business to send. */
const CLIENT_CODES: ReadonlySet<number> = new Set([
  Protocol.JOIN_ROOM,
  Protocol.LEAVE_ROOM,
  Protocol.ROOM_DATA,
  Protocol.PING,
]);

/** Frames that are no message of ours end here: only their sender is closed. */
export function guardFrames(room: Room): void {
  // The framework's own entry, which it keeps private: it must not meet frames of the codes that are not served here.
  const entry = room as unknown as { _onMessage(client: Client, frame: Uint8Array): void };
  const pass = entry._onMessage.bind(room);
  entry._onMessage = (client, frame) => {
    if (frame.byteLength > MAX_FRAME_BYTES) client.leave(CLOSE_CODES.tooLarge, 'frames are at most 4 KiB');
    else if (!CLIENT_CODES.has(frame[0] ?? -1)) client.leave(CLOSE_CODES.badFrame, 'not a frame of this protocol');
    else pass(client, frame);
  };
}
