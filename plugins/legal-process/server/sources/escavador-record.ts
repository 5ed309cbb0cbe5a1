import { z } from '@balcao/sdk/server';
import type { LegalPerson, LegalRecord, LegalStep } from '../../contract.ts';
import { courtDay, courtTime, startOfDay } from './court-time.ts';
import { clean, keyOf, money } from './text.ts';

const text = z.string().nullish();
const lawyer = z.object({
  nome: text,
  oabs: z.array(z.object({ uf: text, numero: z.union([z.string(), z.number()]).nullish() })).nullish(),
});
const source = z.object({
  sigla: text,
  tipo: text,
  grau: z.number().nullish(),
  data_inicio: text,
  data_ultima_verificacao: text,
  tribunal: z.object({ sigla: text }).nullish(),
  capa: z
    .object({
      classe: text,
      assunto: text,
      orgao_julgador: text,
      data_distribuicao: text,
      valor_causa: z.object({ valor: z.union([z.string(), z.number()]).nullish() }).nullish(),
    })
    .nullish(),
  envolvidos: z.array(z.object({ nome: text, polo: text, advogados: z.array(lawyer).nullish() })).nullish(),
});

/** A case as Escavador writes it, with one source for each court and instance. */
export const process = z.object({
  data_inicio: text,
  data_ultima_verificacao: text,
  fontes: z.array(source).nullish(),
});
export type Process = z.infer<typeof process>;

export const movement = z.object({
  id: z.union([z.number(), z.string()]),
  data: text,
  tipo: text,
  conteudo: text,
  titulo: text,
  classificacao_predita: z.object({ nome: text }).nullish(),
  fonte: z.object({ sigla: text, grau: z.number().nullish() }).nullish(),
});
export type Movement = z.infer<typeof movement>;

const sides: Readonly<Record<string, string>> = { ativo: 'active', passivo: 'passive', terceiro: 'third' };
const longestTitle = 120;

const stepOf = ({ id, data, tipo, conteudo, titulo, classificacao_predita: kind, fonte }: Movement): LegalStep[] => {
  const day = courtDay(data);
  const content = clean(conteudo, 2000);
  const title = clean(titulo, longestTitle) ?? clean(kind?.nome, longestTitle) ?? content?.slice(0, longestTitle);
  if (day === undefined || !title) return [];
  return [
    {
      key: keyOf('escavador', id),
      kind: tipo === 'PUBLICACAO' ? 'publication' : 'movement',
      at: (courtTime(data) ?? startOfDay(day)).toISOString(),
      title,
      description: content === title ? null : content,
      instance: fonte?.grau ? `G${fonte.grau}` : '',
      code: null,
      files: [],
    },
  ];
};

const peopleOf = (one: z.infer<typeof source>): LegalPerson[] =>
  (one.envolvidos ?? []).flatMap(({ nome, polo, advogados }) => {
    const name = clean(nome, 200);
    // Lawyers are listed among the others too, on a side of their own.
    if (name === null || polo?.toUpperCase() === 'ADVOGADO') return [];
    return {
      name,
      description: sides[(polo ?? '').toLowerCase()] ?? clean(polo, 40) ?? '',
      lawyers: (advogados ?? []).flatMap((each) => {
        const lawyerName = clean(each.nome, 200);
        const [oab] = each.oabs ?? [];
        const number = oab?.numero === null || oab?.numero === undefined ? null : clean(String(oab.numero), 20);
        return lawyerName === null ? [] : { name: lawyerName, oab: number, uf: clean(oab?.uf, 2) };
      }),
    };
  });

/** Joins the sources of a case. It may be known before any of its movements is. */
export const escavadorRecord = (found: Process, movements: readonly Movement[]): LegalRecord => {
  const courts = (found.fontes ?? []).filter(({ tipo }) => tipo !== 'DIARIO_OFICIAL');
  const sources = courts.length > 0 ? courts : (found.fontes ?? []);
  const first = <T>(read: (one: z.infer<typeof source>) => T | null): T | null =>
    sources.map(read).find((value) => value !== null) ?? null;
  const starts = [found.data_inicio, ...sources.map(({ data_inicio: at }) => at)].flatMap((at) => courtDay(at) ?? []);
  const checked = [found.data_ultima_verificacao, ...sources.map(({ data_ultima_verificacao: at }) => at)];
  const place = [
    first(({ capa }) => clean(capa?.orgao_julgador)),
    first(({ tribunal, sigla }) => clean(tribunal?.sigla ?? sigla, 40)),
  ];
  const people = new Map(sources.flatMap(peopleOf).map((one) => [`${one.name}|${one.description}`, one]));
  return {
    className: first(({ capa }) => clean(capa?.classe)),
    startAt: first(({ capa }) => courtDay(capa?.data_distribuicao) ?? null) ?? starts.toSorted()[0] ?? null,
    updatedAt:
      checked
        .flatMap((at) => courtTime(at)?.toISOString() ?? [])
        .toSorted()
        .at(-1) ?? null,
    judge: null,
    value: first(({ capa }) => money(Number(capa?.valor_causa?.valor ?? Number.NaN))),
    control: null,
    subject: first(({ capa }) => clean(capa?.assunto, 1000)),
    jurisdiction: clean(place.filter((part) => part !== null).join(', ')),
    instances: [...new Set(sources.flatMap(({ grau }) => (grau ? `G${grau}` : [])))].toSorted(),
    people: [...people.values()].slice(0, 200),
    lawyers: [],
    steps: movements.flatMap(stepOf),
  };
};
