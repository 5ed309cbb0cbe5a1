import { useCallback, useState } from 'react';
import { Button, Dialog, makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CompanyRow } from '@balcao/companies/contract';
import { api, useT } from '@balcao/sdk/client';
import { DataTable, DialogFrame, EmptyState, ErrorState } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { ConnectionDialog } from '../form/ConnectionDialog.tsx';
import { ConfirmationDialogs, type Question } from '../list/ConfirmationDialogs.tsx';
import { useChannels } from '../parts.ts';
import { QrDialog } from '../qr/QrDialog.tsx';
import { useSessionActions } from '../session/useSessionActions.ts';
import { connectionsKey, refetchConnections } from '../useConnections.ts';
import { useCompanyColumns } from './useCompanyColumns.tsx';

/** Refresh interval in milliseconds: live messages of another company do not arrive here. */
const everyMs = 3_000;

type Opened = { kind: 'edit' | 'code'; id: number };

const useStyles = makeStyles({ list: { minHeight: '220px' } });

export interface CompanyConnectionsProps {
  company: Pick<CompanyRow, 'id' | 'name'>;
  onClose(): void;
}

/** The connections of one company, for super users: their status, and the same actions as on the company’s own page. */
export function CompanyConnections({ company, onClose }: CompanyConnectionsProps) {
  const t = useT();
  const styles = useStyles();
  const queries = useQueryClient();
  const channels = useChannels();
  const session = useSessionActions();
  const [opened, setOpened] = useState<Opened>();
  const [question, setQuestion] = useState<Question>();
  const back = useCallback(() => setOpened(undefined), []);
  const { data, error, refetch } = useQuery({
    queryKey: [...connectionsKey, company.id],
    queryFn: ({ signal }) => api.get<ConnectionRow[]>('/whatsapp', { session: 0, companyId: company.id }, { signal }),
    refetchInterval: everyMs,
  });
  const start = async (connection: ConnectionRow, fresh: boolean): Promise<void> => {
    const next = await (fresh ? session.renew(connection) : session.retry(connection));
    await refetchConnections(queries);
    if (next?.status === 'qrcode') setOpened({ kind: 'code', id: next.id });
  };
  const columns = useCompanyColumns({
    busyId: session.busyId,
    onShowCode: ({ id }) => setOpened({ kind: 'code', id }),
    onStart: (connection, fresh) => void start(connection, fresh),
    onEdit: ({ id }) => setOpened({ kind: 'edit', id }),
    onAsk: setQuestion,
  });

  const current = opened && data?.find(({ id }) => id === opened.id);
  if (opened?.kind === 'code' && current) return <QrDialog connection={current} onClose={back} />;
  if (opened?.kind === 'edit' && current) {
    return (
      <ConnectionDialog
        connection={current}
        channel={channels.find(({ id }) => id === current.channel)}
        companyId={company.id}
        onAdded={() => undefined}
        onClose={back}
      />
    );
  }
  if (question) {
    return (
      <ConfirmationDialogs
        question={question}
        onClose={() => setQuestion(undefined)}
        onDone={async () => {
          await refetchConnections(queries);
          setQuestion(undefined);
        }}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('company.title', { company: company.name })}
        width={1180}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('company.close')}</Button>}
      >
        <div className={styles.list}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <DataTable
              label={t('company.title', { company: company.name })}
              columns={columns}
              rows={data ?? []}
              rowKey={({ id }) => id}
              rowHeight={64}
              loading={!data}
              empty={<EmptyState title={t('list.none')} text={t('company.none')} />}
            />
          )}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
