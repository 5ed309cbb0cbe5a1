/** Starts the page: texts, session, plugins, each as early as possible. */
import { ApiError, hostSide, queryClient } from '@balcao/sdk/client';
import { atom } from 'jotai';
import { removePlugins, applySessionPlugins, syncPlugins, loadPublicPlugins } from './plugin-loader.ts';
import { applyPersonLanguage } from './texts.ts';

const { onAccess, personAtom, statusAtom, store } = hostSide;

const retryAfter = 3000;
/** True while the server cannot be reached and the session is unknown. */
export const waitingAtom = atom(false);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Retries until the server answers whether a person is signed in. */
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

/** Retries the list of plugins until it arrives, unless another person has signed in by then. */
async function listPlugins(userId: number): Promise<void> {
  if (applySessionPlugins()) return;
  while (store.get(statusAtom) === 'signed-in' && store.get(personAtom)?.id === userId) {
    try {
      return await syncPlugins();
    } catch (error) {
      console.warn('the list of plugins could not be fetched', error);
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
    removePlugins();
    queryClient.clear();
    if (!person) return void loadPublicPlugins();
    void applyPersonLanguage(person['language'] as 'pt' | 'en' | 'es' | null | undefined);
    void listPlugins(person.id);
  };
  onAccess(follow);
  if (!(await findSession()) && present === undefined) void loadPublicPlugins();
}
