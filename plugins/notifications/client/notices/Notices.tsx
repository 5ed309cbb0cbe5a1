import { useEffect, useRef, useState } from 'react';
import { useRoom, useSession } from '@balcao/sdk/client';
import { notificationsRoom, type LiveNotice } from '../../contract.ts';
import { closeOnDesktop, consentNow, showOnDesktop } from '../device/desktop.ts';
import { dropForeignSubscription } from '../device/push.ts';
import { preferencesChanged, preferencesNow } from '../preferences.ts';
import { claim } from './claim.ts';
import { decide, rankOf, type TabState } from './decide.ts';
import { NoticeCards } from './NoticeCards.tsx';
import { play, readySounds } from './sounds.ts';
import { useVisibilityReport } from './useVisibilityReport.ts';

/** More cards than this would cover the page: the oldest is removed. */
const maxCards = 3;

const tabState = (): TabState => ({
  path: location.pathname + location.search,
  visible: document.visibilityState === 'visible',
  focused: document.hasFocus(),
  lists: [...document.querySelectorAll<HTMLElement>('[data-notices]')]
    .filter((list) => list.checkVisibility())
    .map(({ dataset }) => dataset['notices'] ?? ''),
});

/** Shows each notification in one tab only, in the way that suits what the person is looking at. */
export default function Notices() {
  const { user } = useSession();
  const isImpersonating = user['impersonating'] === true;
  const [cards, setCards] = useState<readonly LiveNotice[]>([]);
  const push = useRef(false);

  const showNotice = async (notice: LiveNotice): Promise<void> => {
    if (!(await claim(notice.id, rankOf(tabState(), notice)))) return;
    const chosen = await preferencesNow();
    const means = { desktop: () => consentNow() === 'granted', push: push.current };
    const delivery = decide(notice, tabState(), means, chosen);
    if (delivery.card) setCards((now) => [...now.filter(({ tag }) => tag !== notice.tag), notice].slice(-maxCards));
    if (delivery.sound) void play(chosen.sound, chosen.volume);
    if (delivery.desktop) {
      const { title, path, tag } = notice;
      await showOnDesktop({ title, body: chosen.previews ? notice.preview || notice.body : notice.body, path, tag });
    }
  };
  const removeCards = (of: (notice: LiveNotice) => boolean): void =>
    setCards((now) => now.filter((notice) => !of(notice)));

  const live = useRoom(
    notificationsRoom,
    { userId: user.id },
    {
      notice: (notice: LiveNotice) =>
        void showNotice(notice).catch((error: unknown) => console.warn('notification could not be shown', error)),
      withdrawn: ({ tag }: { tag: string }) => {
        removeCards((notice) => notice.tag === tag);
        void closeOnDesktop({ tag }).catch(() => undefined);
      },
      preferences: preferencesChanged,
    },
    { onJoined: preferencesChanged },
  );
  useVisibilityReport(live);
  useEffect(readySounds, []);
  useEffect(() => {
    const readSubscription = (): void =>
      void dropForeignSubscription(isImpersonating).then(
        (own) => (push.current = own),
        () => undefined,
      );
    readSubscription();
    addEventListener('balcao-push', readSubscription);
    return () => removeEventListener('balcao-push', readSubscription);
  }, [user.id, isImpersonating]);

  return <NoticeCards notices={cards} onLeave={(id) => removeCards((notice) => notice.id === id)} />;
}
