import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ContactPage } from '../contact-row.ts';

/** Minimum number of characters of a search. */
const searchFrom = 3;
const pauseMs = 500;

/** Searches contacts while the person types: from three characters on, after a pause in typing. */
export function useContactSearch(typed: string) {
  const [term, setTerm] = useState('');
  useEffect(() => {
    const trimmed = typed.trim();
    if (trimmed.length < searchFrom) return setTerm('');
    const timer = setTimeout(() => setTerm(trimmed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['contacts', 'picker', term],
    queryFn: async ({ signal }) =>
      (await api.get<ContactPage>('/contacts', { searchParam: term }, { signal })).contacts,
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
