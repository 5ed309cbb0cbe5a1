import { useQuery, type QueryClient } from '@tanstack/react-query';
import { api, foldText } from '@balcao/sdk/client';

/** A person with a phone on the simulated network. */
export interface Person {
  /** Digits. */
  number: string;
  name: string;
  /** True if the network reports that the number does not exist. */
  invalid: boolean;
}

const peopleKey = (connectionId: number) => ['sandbox', 'people', connectionId] as const;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns the fault of a new number, as a locale key under `person.fault`. */
export function numberFault(
  number: string,
  known: readonly Person[],
): 'numberShort' | 'numberLong' | 'known' | undefined {
  const digits = digitsOf(number);
  if (digits.length < 8) return 'numberShort';
  if (digits.length > 20) return 'numberLong';
  return known.some((person) => person.number === digits) ? 'known' : undefined;
}

/** Returns the people whose name or number contains the term, without regard to accents and case. */
export function peopleLike(people: readonly Person[], term: string): readonly Person[] {
  const wanted = foldText(term.trim());
  const digits = digitsOf(wanted);
  return people.filter(
    ({ name, number }) => foldText(name).includes(wanted) || (digits !== '' && number.includes(digits)),
  );
}

/** Returns a random, realistic mobile number of São Paulo. */
export const anyNumber = (random: () => number = Math.random): string =>
  `55119${6 + Math.floor(random() * 4)}${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`;

export function usePeople(connectionId: number) {
  const query = useQuery({
    queryKey: peopleKey(connectionId),
    queryFn: ({ signal }) => api.get<Person[]>(`/sandbox/${connectionId}/numbers`, {}, { signal }),
  });
  return { people: query.data, error: query.error, refetch: query.refetch };
}

export const refetchPeople = (queries: QueryClient, connectionId: number): Promise<void> =>
  queries.invalidateQueries({ queryKey: peopleKey(connectionId) });

export const savePerson = (connectionId: number, { number, name, invalid }: Person): Promise<unknown> =>
  api.put(`/sandbox/${connectionId}/numbers/${number}`, { name, invalid });
