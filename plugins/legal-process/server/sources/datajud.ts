import { invalid, z } from '@balcao/sdk/server';
import {
  LegalFault,
  type LegalProvider,
  type LegalRecord,
  type LegalSettings,
  type LegalStep,
} from '../../contract.ts';
import { courtOf } from '../../cnj.ts';
import { courtDay, courtTime } from './court-time.ts';
import { checkPace, everyMs, paceField } from './pace.ts';
import { addressOf, answerOf, ask } from './request.ts';
import { clean, keyOf } from './text.ts';

const defaultUrl = 'https://api-publica.datajud.cnj.jus.br';
const busyMs = 60_000;

const named = z.object({ codigo: z.number().nullish(), nome: z.string().nullish() });
const movement = z.object({
  codigo: z.number().nullish(),
  nome: z.string().nullish(),
  dataHora: z.string().nullish(),
  complementosTabelados: z.array(named.partial()).nullish(),
});
const hit = z.object({
  _source: z.object({
    tribunal: z.string().nullish(),
    grau: z.string().nullish(),
    numeroProcesso: z.string().nullish(),
    dataAjuizamento: z.string().nullish(),
    dataHoraUltimaAtualizacao: z.string().nullish(),
    classe: named.nullish(),
    orgaoJulgador: named.nullish(),
    /** Some courts send lists within the list. */
    assuntos: z.array(z.unknown()).nullish(),
    movimentos: z.array(movement).nullish(),
  }),
});
const answer = z.object({ timed_out: z.boolean().nullish(), hits: z.object({ hits: z.array(hit) }) });
type Instance = z.infer<typeof hit>['_source'];

/** Returns the movements of an instance; equal ones are one, because the source repeats some. */
const stepsOf = ({ grau, movimentos }: Instance, court?: string): LegalStep[] => {
  const instance = court ?? clean(grau, 12) ?? '';
  const steps = new Map<string, LegalStep>();
  for (const { codigo, nome, dataHora, complementosTabelados } of movimentos ?? []) {
    const at = courtTime(dataHora);
    const title = clean(nome);
    if (!at || title === null) continue;
    const details = (complementosTabelados ?? []).flatMap((one) => clean(one.nome) ?? []);
    const key = keyOf(instance, codigo ?? title, at.toISOString(), details.join(','));
    const description = clean(details.join(', '), 1000);
    steps.set(key, {
      key,
      kind: 'movement',
      at: at.toISOString(),
      title,
      description,
      instance,
      code: codigo ?? null,
      files: [],
    });
  }
  return [...steps.values()];
};

/** Returns the subjects, out of lists within lists too. */
const subjectsOf = (subjects: unknown): string[] => {
  if (Array.isArray(subjects)) return subjects.flatMap(subjectsOf);
  const read = named.safeParse(subjects);
  const name = read.success ? clean(read.data.nome) : null;
  return name === null ? [] : [name];
};

const updatedAtOf = ({ dataHoraUltimaAtualizacao, movimentos }: Instance): number =>
  courtTime(dataHoraUltimaAtualizacao)?.getTime() ??
  Math.max(0, ...(movimentos ?? []).map(({ dataHora }) => courtTime(dataHora)?.getTime() ?? 0));

/**
 * Joins the instances of a case, of which the source knows each by itself. The newest names class and court. `court`
 * takes the place of their names.
 */
const recordOf = (instances: readonly Instance[], court?: string): LegalRecord | undefined => {
  const [newest] = instances.toSorted((one, other) => updatedAtOf(other) - updatedAtOf(one));
  if (!newest) return undefined;
  const starts = instances.flatMap(({ dataAjuizamento }) => courtDay(dataAjuizamento) ?? []).toSorted();
  const updated = Math.max(...instances.map(updatedAtOf));
  const place = [clean(newest.orgaoJulgador?.nome), clean(newest.tribunal, 40)].filter((part) => part !== null);
  const subjects = [...new Set(instances.flatMap(({ assuntos }) => subjectsOf(assuntos)))];
  return {
    className: clean(newest.classe?.nome),
    startAt: starts[0] ?? null,
    updatedAt: updated > 0 ? new Date(updated).toISOString() : null,
    judge: null,
    value: null,
    control: null,
    subject: subjects.length > 0 ? subjects.join(', ').slice(0, 1000) : null,
    jurisdiction: place.length > 0 ? place.join(', ') : null,
    instances: court ? [court] : [...new Set(instances.flatMap(({ grau }) => clean(grau, 12) ?? []))].toSorted(),
    people: [],
    lawyers: [],
    steps: instances.flatMap((one) => stepsOf(one, court)),
  };
};

/** Returns what one court has of a number. */
const search = async (
  alias: string,
  cnj: string,
  settings: LegalSettings,
  signal: AbortSignal,
): Promise<Instance[]> => {
  const said = await ask({
    method: 'POST',
    url: addressOf(settings['baseUrl'] || defaultUrl, `/api_publica_${alias}/_search`),
    headers: { authorization: `APIKey ${settings['apiKey'] ?? ''}` },
    body: { query: { match: { numeroProcesso: cnj } }, size: 20, sort: [{ '@timestamp': 'asc' }] },
    signal,
    busyMs,
  });
  // The court is not in DataJud.
  if (said.status === 404) return [];
  const { timed_out: isCut, hits } = answerOf(said, answer);
  if (isCut === true) throw new LegalFault('down', { cause: new Error('the search was cut short') });
  const instances = hits.hits.map(({ _source }) => _source);
  // The search compares words: a longer number that begins alike is another case.
  return instances.filter(({ numeroProcesso }) => numeroProcesso?.replaceAll(/\D/g, '') === cnj);
};

/** The superior court to which cases of a branch of justice go up: of the states and the Union, and of labour. */
const superiorOf = (cnj: string): string | undefined => ({ '4': 'stj', '8': 'stj', '5': 'tst' })[cnj.slice(13, 14)];

/** Cases go up seldom, and stay there for months. */
const everyDays = 7;

/** The public data of the courts, as CNJ collects it: movements, without judge, parties, value and documents. */
export const datajud: LegalProvider = {
  id: 'datajud',
  order: 10,
  label: 'provider.datajud',
  help: 'provider.datajudHelp',
  fields: [
    { key: 'apiKey', label: 'provider.key', help: 'provider.keyHelp', required: true, secret: true },
    { key: 'baseUrl', label: 'provider.baseUrl', default: defaultUrl },
    paceField,
  ],
  gives: { case: true, people: false, value: false, files: false },
  isPublic: true,
  everyMs,
  covers: (cnj) => typeof courtOf(cnj)?.alias === 'string',
  check(settings) {
    // A header carries nothing else.
    if (/[^\x21-\x7e]/.test(settings['apiKey'] ?? '')) throw invalid({ 'datajud.apiKey': 'ERR_INVALID_VALUE' });
    checkPace('datajud', settings);
  },
  async lookUp(cnj, settings, signal) {
    const alias = courtOf(cnj)?.alias;
    if (alias === null || alias === undefined) return undefined;
    return recordOf(await search(alias, cnj, settings, signal));
  },
  further: {
    isWanted(record, cnj) {
      const superior = superiorOf(cnj);
      if (superior === undefined || superior === courtOf(cnj)?.alias) return false;
      const movements = record.steps.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
      return /remessa|remetidos/i.test(movements[0]?.title ?? '');
    },
    everyDays,
    async lookUp(cnj, settings, signal) {
      const superior = superiorOf(cnj);
      return superior === undefined
        ? undefined
        : recordOf(await search(superior, cnj, settings, signal), superior.toUpperCase());
    },
  },
};
