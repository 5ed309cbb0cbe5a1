import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, useService, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, DialogFrame, EmptyState, ErrorState, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import { drafts, type TicketView } from '@balcao/tickets/contract';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: '8px 0 0', padding: 0, maxHeight: '50vh', overflowY: 'auto' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '52px',
    padding: '4px 8px',
    justifyContent: 'flex-start',
    textAlign: 'start',
  },
  names: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  last: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Chooses the conversation into whose composer an answer goes as a draft. */
export default function TakeDialog({ text, onClose }: { text: string; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const service = useService(drafts);
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['chatai', 'own-tickets', search],
    queryFn: ({ signal }) =>
      api.get<{ tickets: TicketView[] }>('/tickets', { status: 'open', searchParam: search }, { signal }),
    placeholderData: (before) => before,
  });
  const take = async ({ id, uuid, contact }: TicketView): Promise<void> => {
    await service.add(id, text);
    toasts.success(t('take.done', { name: contact.name }));
    onClose();
    void navigate(`/tickets/${uuid}`);
  };
  const rows = found.data?.tickets ?? [];
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('take.title')}
        subtitle={t('take.subtitle')}
        width={480}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('take.close')}</Button>}
      >
        <SearchBox placeholder={t('take.search')} value={search} onChange={setSearch} />
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : found.isPending ? (
          <SkeletonRows rows={4} height={52} />
        ) : rows.length === 0 ? (
          <EmptyState title={t('take.none')} text={t('take.noneText')} />
        ) : (
          <ul className={styles.list}>
            {rows.map((ticket) => (
              <li key={ticket.id}>
                <Button appearance="subtle" className={styles.row} onClick={() => void take(ticket)}>
                  <Avatar name={ticket.contact.name} size={32} decorative />
                  <span className={styles.names}>
                    <span className={styles.name}>{ticket.contact.name}</span>
                    <span className={styles.last}>{ticket.lastMessage}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DialogFrame>
    </Dialog>
  );
}
