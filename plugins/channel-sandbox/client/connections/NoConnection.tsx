import { useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { refetchConnections } from './sandbox-connections.ts';
import { createConnection } from './create-connection.ts';

/** The empty state: one button creates a working connection. */
export function NoConnection() {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { can } = useSession();
  const [isBusy, setBusy] = useState(false);
  const { data: queues } = useQuery({
    queryKey: ['sandbox', 'queues'],
    queryFn: ({ signal }) => api.get<{ id: number }[]>('/queue', {}, { signal }),
  });
  if (!can('connections-page:addConnection')) {
    return <EmptyState title={t('noLine.title')} text={t('noLine.askAdmin')} />;
  }
  const [queue] = queues ?? [];
  if (queues && !queue) {
    return (
      <EmptyState
        title={t('noLine.title')}
        text={t('noLine.needsQueue')}
        action={<Link to="/queues">{t('noLine.toQueues')}</Link>}
      />
    );
  }
  const make = async (): Promise<void> => {
    if (!queue || isBusy) return;
    setBusy(true);
    try {
      await createConnection(t('noLine.name'), queue.id);
    } catch (error) {
      toasts.error(error);
    } finally {
      // A connection that was created before a step failed exists, and can be repaired on its card.
      await refetchConnections(queries);
      setBusy(false);
    }
  };
  return (
    <EmptyState
      title={t('noLine.title')}
      text={t('noLine.text')}
      action={
        <Button
          appearance="primary"
          disabledFocusable={isBusy || !queue}
          {...(isBusy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
          onClick={() => void make()}
        >
          {t('noLine.make')}
        </Button>
      }
    />
  );
}
