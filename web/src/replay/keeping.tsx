import { type Picture, pictureOf } from './picture.ts';
import type { Proof } from './proof.ts';
import { download, save } from './save.ts';
import { FindingText, useVerify } from './verify.tsx';

export interface KeepingProps {
  readonly proof: Proof;
  /** What is shown. */
  readonly picture: Picture;
  /** What a check proves beyond what every check does, or ''. */
  readonly promise: string;
}

/** What can be done with a record: check it, keep it, show it to others. */
export function Keeping({ proof, picture, promise }: KeepingProps) {
  const verifying = useVerify(async () => proof);
  const share = async () => {
    const image = await pictureOf(picture);
    if (image !== null) await hand(image, `freeplay-${proof.replay.game}.png`);
  };
  return (
    <div class="stack">
      <div class="actions three">
        <button type="button" class="button primary" disabled={verifying.busy} onClick={verifying.run}>
          Verify
        </button>
        <button type="button" class="button" onClick={() => save(proof)}>
          Export
        </button>
        <button type="button" class="button" onClick={share}>
          Share image
        </button>
      </div>
      {promise !== '' && <p class="quiet-text">{promise}</p>}
      <FindingText words={verifying.words} />
    </div>
  );
}

/** Shares the picture where the device can, else saves it. */
async function hand(picture: Blob, name: string): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  if (!navigator.canShare?.({ files })) {
    download(picture, name);
    return;
  }
  // Somebody who changes their mind has not failed.
  await navigator.share({ files }).catch(() => undefined);
}
