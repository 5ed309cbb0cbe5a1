/** From nothing to a page that works: texts, session, plugins, in this order and each as early as it can be. */
import { ApiError, hostSide, queryClient } from '@balcao/sdk/client';
import { atom } from 'jotai';
import { dropPlugins, followGivenPlugins, followPlugins, followPublicPlugins } from './plugin-loader.ts';
import { followPerson } from './texts.ts';

const { onAccess, personAtom, statusAtom, store } = hostSide;

const retryAfter = 3000;
/** The server cannot be reached and nobody knows yet who is here. */
export const waitingAtom = atom(false);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks until the server answers whether somebody is signed in. */
async function findSession(): Promise<boolean> {
  for (;;) {
    try {
      const signedIn = await hostSide.findSession();
      store.set(waitingAtom, false);
      return signedIn;
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      store.set(waitingAtom, true);
      await pause(retryAfter);
    }
  }
}

/** The list of plugins is asked for until it comes, unless somebody else is here by then. */
async function listPlugins(userId: number): Promise<void> {
  if (followGivenPlugins()) return;
  while (store.get(statusAtom) === 'signed-in' && store.get(personAtom)?.id === userId) {
    try {
      return await followPlugins();
    } catch (error) {
      console.warn('the list of plugins did not come', error);
      await pause(retryAfter);
    }
  }
}

export async function boot(): Promise<void> {
  let present: number | undefined;
  const follow = (): void => {
    const person = store.get(personAtom);
    if (store.get(statusAtom) === 'expired' || person?.id === present) return;
    present = person?.id;
    dropPlugins();
    queryClient.clear();
    if (!person) return void followPublicPlugins();
    void followPerson(person['language'] as 'pt' | 'en' | 'es' | null | undefined);
    void listPlugins(person.id);
  };
  onAccess(follow);
  if (!(await findSession()) && present === undefined) void followPublicPlugins();
}
