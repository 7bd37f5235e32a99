import { LostPage } from '../pages/lost.tsx';

export function Unplayable() {
  return (
    <LostPage title="This replay does not play" text="Its game or one of its moves is not of the rules known here." />
  );
}
