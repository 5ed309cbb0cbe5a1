import { useEffect } from 'react';
import { useOwnCounts } from '../data/useTicketList.ts';

const counted = /^\(\d+\+?\) /;

/** Shows the mark on the tab's icon, and the number on that of the installed app. */
const showBadge = (count: number): void => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = count > 0 ? '/icon-unread.svg' : '/icon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  void navigator.setAppBadge?.(count).catch(() => undefined);
};

/** Shows the number of unread tickets before the page title, whoever sets the title. */
export function TitleCount() {
  const count = useOwnCounts()?.unread ?? 0;
  useEffect(() => {
    const prefix = count > 0 ? `(${count > 99 ? '99+' : count}) ` : '';
    const show = (): void => {
      const wanted = prefix + document.title.replace(counted, '');
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    showBadge(count);
    const watch = new MutationObserver(show);
    const title = document.querySelector('title');
    if (title) watch.observe(title, { childList: true, characterData: true, subtree: true });
    return () => {
      watch.disconnect();
      showBadge(0);
      document.title = document.title.replace(counted, '');
    };
  }, [count]);
  return null;
}
