import { z } from '@balcao/sdk/server';
import type { LegalPerson, LegalRecord, LegalStep } from '../../contract.ts';
import { courtDay, courtTime } from './court-time.ts';
import { clean, keyOf, money, oabOf } from './text.ts';

const text = z.string().nullish();
const named = z.object({ name: text });

/** A case as Judit writes it, one for each instance. */
export const lawsuit = z.object({
  code: text,
  instance: z.number().nullish(),
  amount: z.number().nullish(),
  judge: text,
  county: text,
  tribunal_acronym: text,
  distribution_date: text,
  updated_at: text,
  courts: z.array(named).nullish(),
  subjects: z.array(named).nullish(),
  classifications: z.array(named).nullish(),
  parties: z
    .array(
      z.object({
        name: text,
        side: text,
        lawyers: z.array(z.object({ name: text, license: text })).nullish(),
      }),
    )
    .nullish(),
  steps: z
    .array(z.object({ step_id: z.union([z.string(), z.number()]).nullish(), step_date: text, content: text }))
    .nullish(),
});
export type Lawsuit = z.infer<typeof lawsuit>;

const sides: Readonly<Record<string, string>> = { active: 'active', passive: 'passive', interested: 'third' };
const shortestDetail = 120;

const instanceOf = ({ instance }: Lawsuit): string => (instance ? `G${instance}` : '');

/** A short text is a title; of a longer one the first sentence is. */
const titled = (content: string): { title: string; description: string | null } => {
  if (content.length <= shortestDetail) return { title: content, description: null };
  const [first = content] = content.split(/(?<=[.;:!?])\s/, 1);
  return { title: first.slice(0, shortestDetail), description: content.slice(0, 2000) };
};

const stepsOf = (one: Lawsuit): LegalStep[] => {
  const instance = instanceOf(one);
  const steps = new Map<string, LegalStep>();
  for (const { step_id: id, step_date: date, content } of one.steps ?? []) {
    const at = courtTime(date);
    const said = clean(content, 5000);
    if (!at || said === null) continue;
    const key = keyOf('judit', instance, id ?? `${at.toISOString()}|${said}`);
    steps.set(key, { key, kind: 'movement', at: at.toISOString(), ...titled(said), instance, code: null, files: [] });
  }
  return [...steps.values()];
};

const peopleOf = (one: Lawsuit): LegalPerson[] =>
  (one.parties ?? []).flatMap(({ name, side, lawyers }) => {
    const person = clean(name, 200);
    if (person === null) return [];
    return {
      name: person,
      description: sides[(side ?? '').toLowerCase()] ?? clean(side, 40) ?? '',
      lawyers: (lawyers ?? []).flatMap((lawyer) => {
        const lawyerName = clean(lawyer.name, 200);
        return lawyerName === null ? [] : { name: lawyerName, ...oabOf(lawyer.license) };
      }),
    };
  });

/** Joins the instances of a case, which come newest first. */
export const juditRecord = (lawsuits: readonly Lawsuit[]): LegalRecord | undefined => {
  const [newest] = lawsuits;
  if (!newest) return undefined;
  const starts = lawsuits.flatMap(({ distribution_date: date }) => courtDay(date) ?? []).toSorted();
  const updated = lawsuits.flatMap(({ updated_at: at }) => courtTime(at)?.toISOString() ?? []).toSorted();
  const place = [clean(newest.courts?.[0]?.name), clean(newest.county), clean(newest.tribunal_acronym, 40)];
  const subjects = [
    ...new Set(lawsuits.flatMap((one) => (one.subjects ?? []).flatMap(({ name }) => clean(name) ?? []))),
  ];
  const people = new Map(lawsuits.flatMap(peopleOf).map((one) => [`${one.name}|${one.description}`, one]));
  const first = <T>(read: (one: Lawsuit) => T | null): T | null =>
    lawsuits.map(read).find((value) => value !== null) ?? null;
  return {
    className: first(({ classifications }) => clean(classifications?.[0]?.name)),
    startAt: starts[0] ?? null,
    updatedAt: updated.at(-1) ?? null,
    judge: first(({ judge }) => clean(judge, 200)),
    value: first(({ amount }) => money(amount)),
    control: null,
    subject: clean(subjects.join(', '), 1000),
    jurisdiction: clean(place.filter((part) => part !== null).join(', ')),
    instances: [...new Set(lawsuits.map(instanceOf).filter((one) => one !== ''))].toSorted(),
    people: [...people.values()].slice(0, 200),
    lawyers: [],
    steps: lawsuits.flatMap(stepsOf),
  };
};
