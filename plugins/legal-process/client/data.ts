import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { legalRoom, type LegalLawyer, type LegalPerson } from '../contract.ts';

export interface Source {
  id: string;
  label: string;
  /** Time of its answer; null: it never answered. */
  at: string | null;
  /** Code; null: it answers. */
  fault: string | null;
  until: string | null;
}
export interface Monitoring {
  id: number;
  cnj: string;
  contactId: number;
  contact: { id: number; name: string; hasEmail: boolean };
  notifyEmail: boolean;
  notifyWhatsapp: boolean;
  /** JSON text of the last step, not of a notice. */
  lastNotice: string | null;
  newSteps: number;
  className: string | null;
  checkedAt: string | null;
  nextAt: string;
  sources: Source[];
  notifiedAt: string | null;
  trouble: string | null;
  user: { id: number; name: string } | null;
}
export interface FoundStep {
  movimento: string;
  data: string;
  detail: string | null;
  plain: string | null;
  instance: string;
  kind: 'movement' | 'publication';
}
/** A case as a look-up answers it. */
export interface FoundCase {
  cnj: string;
  numero_processo: string;
  classe: string | null;
  juiz: string | null;
  distribuicao: string | null;
  dataHoraUltimaAtualizacao: string | null;
  controle: string | null;
  jurisdiction: string | null;
  movimentacoes: FoundStep[];
  sources: Source[];
  /** A source is still asking the court, and answers later. */
  isPending: boolean;
  monitoring?: Monitoring | null;
}
export interface CaseStep {
  id: number;
  kind: 'movement' | 'publication';
  timestamp: string;
  title: string;
  description: string | null;
  plain: string | null;
  instance: string;
  files: { description: string; url: string }[];
  isLate: boolean;
  isNew: boolean;
}
export interface CaseData {
  cover: { description: string | null; value: string | null };
  properties: {
    number: string;
    startAt: string | null;
    subject: string | null;
    jurisdiction: string | null;
    judge: string | null;
    instances: string[];
  };
  people: LegalPerson[];
  lawyers: LegalLawyer[];
  steps: CaseStep[];
}

const key = 'legal-process';
const listKey = [key] as const;

/** Renews everything about cases that is on the screen when one of them changes, here or elsewhere. */
export const useLiveCases = (): void => {
  const queries = useQueryClient();
  useRoom(
    legalRoom,
    {},
    { changed: () => void queries.invalidateQueries({ queryKey: listKey }) },
    { queryKeys: [listKey] },
  );
};

export const useRenewCases = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listKey });
};

export const useContactCases = (contactId: number) =>
  useQuery({
    queryKey: [key, 'contact', contactId],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ LegalProcessMonitorings: Monitoring[] }>(
          `/contacts/${contactId}/listLegaLProcess`,
          {},
          { signal },
        )
      ).LegalProcessMonitorings,
  });

export interface ShownCase {
  monitoring: Monitoring;
  data: CaseData;
}
export const useCase = (id: number) =>
  useQuery({
    queryKey: [key, 'case', id],
    queryFn: async ({ signal }): Promise<ShownCase> => {
      const { monitoring, processData } = await api.get<{ monitoring: Monitoring; processData: string }>(
        `/legalProcess/${id}`,
        {},
        { signal },
      );
      return { monitoring, data: JSON.parse(processData) as CaseData };
    },
  });

/** The last step of a monitoring. */
export const lastStepOf = ({ lastNotice }: Pick<Monitoring, 'lastNotice'>): { at: string; title: string } | null => {
  if (lastNotice === null) return null;
  const { dataHora, nome } = JSON.parse(lastNotice) as { dataHora: string; nome: string };
  return { at: dataHora, title: nome };
};
