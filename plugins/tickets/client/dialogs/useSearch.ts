import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Characters a search of people starts with. */
export const searchFrom = 3;
const rest = 500;

/** Looks something up while it is typed: from three characters on, once the typing rests. */
export function useSearch<T>(name: string, typed: string, search: (term: string, signal: AbortSignal) => Promise<T[]>) {
  const [term, setTerm] = useState('');
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted.length < searchFrom) return setTerm('');
    const timer = setTimeout(() => setTerm(wanted), rest);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['tickets-search', name, term],
    queryFn: ({ signal }) => search(term, signal),
    enabled: term !== '',
    staleTime: 30_000,
  });
  const isTooShort = typed.trim().length < searchFrom;
  return {
    found: isTooShort ? undefined : query.data,
    isTooShort,
    isSearching: !isTooShort && (term !== typed.trim() || query.isFetching),
    error: isTooShort ? null : query.error,
  };
}
