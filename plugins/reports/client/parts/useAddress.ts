import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filter of a page in its address, so that it can be linked, saved and found again with Back. */
export const useAddress = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const params = useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text]);
  const change = (entries: Readonly<Record<string, string>>, replaces = false): void =>
    setSearch((before) => {
      const after = new URLSearchParams(replaces ? '' : before);
      for (const [name, value] of Object.entries(entries))
        if (value === '') after.delete(name);
        else after.set(name, value);
      return after;
    });
  return { params, change };
};

export const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);
