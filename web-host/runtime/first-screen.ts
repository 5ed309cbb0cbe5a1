/**
 * What the first screen consists of, gathered before anything is drawn. A page that is drawn piece by piece as its parts
 * arrive is drawn several times over, jumps, and is held back by React after each of its skeletons.
 */
import type { Atom } from 'jotai';
import { matchPath } from 'react-router-dom';
import {
  appBackground,
  appMenu,
  appNotice,
  appRoute,
  appTopbar,
  currentSession,
  hostSide,
  type Item,
  type LazyPart,
} from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { mayWait } from '../shell/patient.ts';
import { waitingAtom } from './boot.ts';
import { firstAnswers } from './first-queries.ts';
import { hostPageAt, LoginPage } from './pages.ts';
import { settledAtom } from './plugin-loader.ts';

const { awaitedTexts, shownAtom, statusAtom, store } = hostSide;

/** Milliseconds for what the shell needs; the frame that the page's HTML brings stands until then. */
const shellPatience = 1_500;
/** Milliseconds that a shell which could stand waits for the page in it. */
const pagePatience = 300;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function until<T>(atom: Atom<T>, holds: (value: T) => boolean): Promise<void> {
  if (holds(store.get(atom))) return Promise.resolve();
  return new Promise((resolve) => {
    const end = store.sub(atom, () => {
      if (!holds(store.get(atom))) return;
      end();
      resolve();
    });
  });
}

type Lazy = Partial<LazyPart<object>>;
const shown = <T>({ id }: PointRef<T>): readonly Item<T>[] => (store.get(shownAtom).get(id) ?? []) as Item<T>[];

const comesWithTexts = ({ plugin }: Item<object>, component: unknown): readonly (Promise<unknown> | undefined)[] => [
  (component as Lazy | undefined)?.preload?.(),
  awaitedTexts(plugin),
];

/** Code and texts of what stands round the page, and mounts with it. */
function partsOfShell(): readonly (Promise<unknown> | undefined)[] {
  const session = currentSession();
  if (!session) return [];
  const badges = shown(appMenu).filter(({ badge }) => badge !== undefined);
  const timely = [...shown(appNotice), ...shown(appBackground)].filter((item) => !mayWait(item, session));
  return [
    ...badges.flatMap((item) => comesWithTexts(item, item.badge)),
    ...[...shown(appTopbar), ...timely].flatMap((item) => comesWithTexts(item, item.component)),
  ];
}

function partsOfPage(): readonly (Promise<unknown> | undefined)[] {
  const isSignedIn = store.get(statusAtom) === 'signed-in';
  const route = shown(appRoute).find(
    (item) => (isSignedIn || item.public === true) && matchPath(item.path, location.pathname),
  );
  if (route) return [...comesWithTexts(route, route.component), firstAnswers()];
  const own = hostPageAt(location.pathname, isSignedIn);
  // Whoever is not signed in is led there.
  return [(own ?? (isSignedIn ? undefined : LoginPage))?.preload()];
}

async function shell(): Promise<void> {
  await until(statusAtom, (status) => status !== 'unknown');
  // A page for visitors needs no plugin.
  if (store.get(statusAtom) !== 'signed-in' && hostPageAt(location.pathname, false)) return;
  await until(settledAtom, (isSettled) => isSettled);
}

/** Resolves when the first screen can be drawn whole, or waiting longer would be worse than a skeleton. */
export async function firstScreen(): Promise<void> {
  await Promise.race([shell(), until(waitingAtom, (isWaiting) => isWaiting), pause(shellPatience)]);
  await Promise.race([Promise.allSettled([...partsOfPage(), ...partsOfShell()]), pause(pagePatience)]);
}
