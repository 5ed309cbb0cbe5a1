import { useEffect } from 'react';

/** Sets the tab's title while a page of the host is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Balcão`;
  }, [title]);
}
