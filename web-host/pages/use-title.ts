import { useEffect } from 'react';

/** The tab's title while a page of the host's own is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Balcão`;
  }, [title]);
}
