import { useEffect } from 'react';

/** Sets the tab's title while a page of the host is shown; undefined leaves it as it is. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Balcão`;
  }, [title]);
}
