import { useEffect } from 'preact/hooks';
import { LostPage } from '../pages/lost.tsx';
import { followLink } from '../router.ts';
import { Challenges } from './challenges.tsx';
import { Friends } from './friends.tsx';
import { Leaderboards } from './leaderboards.tsx';
import { Me } from './me.tsx';
import { FlipMenu } from './menu.tsx';
import { NoticesPage } from './notices.tsx';
import { PartyPage } from './party.tsx';
import { FLIP_PATH, SECTIONS, type Section, sectionPath } from './paths.ts';
import { DuelPage, RacePage, SoloPage } from './starts.tsx';
import './flip.css';

const TITLES: Readonly<Record<Section, string>> = {
  solo: 'Solo',
  duel: 'Duel a friend',
  race: 'Speed Race',
  team: 'Party',
  challenges: 'Challenges',
  friends: 'Friends',
  notices: 'Notifications',
  leaderboards: 'Leaderboards',
  me: 'You',
};

const NAVIGATION: readonly Section[] = ['challenges', 'friends', 'team', 'leaderboards', 'me'];

/** The pages around the matches of Flip Match. `section` '' is the menu; `id` names what it is about. */
export function FlipPage({ section, id }: { section: string; id: string }) {
  const known = SECTIONS.find((each) => each === section) ?? null;
  useEffect(() => {
    document.title = known === null ? 'Flip Match' : `${TITLES[known]} · Flip Match`;
  }, [known]);
  if (known === null && section !== '') return <LostPage />;
  return (
    <main class="flip-page">
      <nav class="flip-nav" aria-label="Flip Match">
        <NavLink href={FLIP_PATH} name="Menu" here={known === null} />
        {NAVIGATION.map((each) => (
          <NavLink key={each} href={sectionPath(each)} name={TITLES[each]} here={known === each} />
        ))}
      </nav>
      <h1>{known === null ? 'Flip Match' : TITLES[known]}</h1>
      <Content section={known} id={id} />
    </main>
  );
}

function NavLink({ href, name, here }: { href: string; name: string; here: boolean }) {
  return (
    <a href={href} onClick={followLink} aria-current={here ? 'page' : undefined}>
      {name}
    </a>
  );
}

function Content({ section, id }: { section: Section | null; id: string }) {
  switch (section) {
    case null:
      return <FlipMenu />;
    case 'solo':
      return <SoloPage />;
    case 'duel':
      return <DuelPage key={id} opponent={id} />;
    case 'race':
      return <RacePage key={id} opponent={id} />;
    case 'team':
      return <PartyPage code={id} />;
    case 'challenges':
      return <Challenges />;
    case 'friends':
      return <Friends />;
    case 'notices':
      return <NoticesPage />;
    case 'leaderboards':
      return <Leaderboards key={id} board={id} />;
    case 'me':
      return <Me />;
  }
}
