import { z } from '@balcao/sdk/server';
import type { Found } from './look-up.ts';
import type { WordsOf } from './company-words.ts';

export const sourceView = z.object({
  id: z.string(),
  label: z.string(),
  at: z.string().nullable(),
  fault: z.string().nullable(),
  until: z.string().nullable(),
});
/** The answer of a look-up, by the names of the specification, and what screens need besides. */
export const lookUpOutput = z.object({
  cnj: z.string().describe('20 digits.'),
  numero_processo: z.string(),
  classe: z.string().nullable(),
  juiz: z.string().nullable(),
  distribuicao: z.string().nullable(),
  dataHoraUltimaAtualizacao: z.string().nullable(),
  controle: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  movimentacoes: z.array(
    z.object({
      movimento: z.string(),
      data: z.string(),
      detail: z.string().nullable(),
      plain: z.string().nullable(),
      instance: z.string(),
      kind: z.enum(['movement', 'publication']),
    }),
  ),
  sources: z.array(sourceView),
  isPending: z.boolean().describe('A source is still asking the court: its fresh answer is told of live.'),
});
export type LookUpView = z.infer<typeof lookUpOutput>;

export const maskedCnj = (cnj: string): string =>
  cnj.replace(/^(\d{7})(\d{2})(\d{4})(\d)(\d{2})(\d{4})$/, '$1-$2.$3.$4.$5.$6');

const maxSteps = 500;

export const lookUpView = (cnj: string, { record, sources, isPending }: Found, wordsOf: WordsOf): LookUpView => ({
  cnj,
  numero_processo: maskedCnj(cnj),
  classe: record.className,
  juiz: record.judge,
  distribuicao: record.startAt,
  dataHoraUltimaAtualizacao: record.updatedAt,
  controle: record.control,
  jurisdiction: record.jurisdiction,
  movimentacoes: record.steps.slice(0, maxSteps).map(({ title, description, at, instance, kind, code }) => ({
    movimento: title,
    data: at,
    detail: description,
    plain: wordsOf(code),
    instance,
    kind,
  })),
  sources,
  isPending,
});
