import { useState } from 'react';
import { Button, Dialog, Input, Field, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular, PeopleAdd20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { api, useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import {
  DataTable,
  DialogFrame,
  EmptyState,
  ErrorState,
  FormDialog,
  Kbd,
  SearchBox,
  Segment,
  ext,
  usePages,
  type DataColumn,
} from '@balcao/sdk/ui';
import type { CampaignCounts, CampaignView, ReportCard, ShippingView } from '../../contract.ts';
import { saveFile } from '../save-file.ts';
import { reasonChoices, type ReasonFilter } from './reason-choices.ts';
import { reasonText } from './reason-text.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '8px 12px',
    marginBottom: '8px',
  },
  body: { height: '420px', maxHeight: '60vh', overflowY: 'auto' },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  reason: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', backgroundColor: ext.bad, flexShrink: 0 },
  keys: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 599px)': { display: 'none' },
  },
});

export interface ShippingDialogProps {
  campaign: CampaignView;
  card: ReportCard;
  /** Its numbers, with the reasons to filter by; undefined: not known yet. */
  counts: CampaignCounts | undefined;
  onClose(): void;
}

/** The people of one number of the report, with reason, message and hour; exported, or made a list. */
export function ShippingDialog({ campaign, card, counts, onClose }: ShippingDialogProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { touch } = useViewport();
  const [isMaking, setMaking] = useState(false);
  const [chosen, setChosen] = useState('');
  const choices = counts ? reasonChoices(counts, card) : [];
  const filter = choices.find(({ value }) => value === chosen)?.filter ?? {};
  const people = usePages<ShippingView>(`/campaigns/${campaign.id}/shipping`, {
    key: ['campaigns', 'report', campaign.id, 'people', card, chosen],
    params: { card, ...filter },
  });
  const { rows, loading, error, term, search, hasMore, more, count, renew } = people;
  const timeOf = (row: ShippingView): string | null =>
    (card === 'left' ? row.optedOutAt : null) ??
    row.answeredAt ??
    row.readAt ??
    row.deliveredAt ??
    row.sentAt ??
    row.confirmationRequestedAt;
  const hasAnswer = card === 'answered' || card === 'wanted' || card === 'left';
  const hasReason = card === 'failed' || card === 'skipped' || card === 'all';
  const columns: DataColumn<ShippingView>[] = [
    {
      id: 'name',
      header: t('field.contact'),
      touch: 'title',
      cell: ({ name, number }) => name || format.phone(number),
    },
    {
      id: 'number',
      header: t('field.number'),
      width: 170,
      cell: ({ number }) => <span className={styles.number}>{format.phone(number)}</span>,
    },
    {
      id: 'state',
      header: t(hasAnswer ? 'field.answer' : hasReason ? 'field.reason' : 'field.status'),
      width: '30%',
      cell: ({ state, reason, answer, answeredAt }) =>
        hasAnswer ? (
          (answer ?? (answeredAt === null ? '—' : t('report.hiddenAnswer')))
        ) : reason === null ? (
          t(`server.state.${state}`)
        ) : (
          <span className={styles.reason}>
            <span className={styles.dot} aria-hidden="true" />
            {reasonText(t, reason)}
          </span>
        ),
    },
    { id: 'variant', header: t('field.variant'), width: 56, align: 'end', cell: ({ variant }) => variant },
    {
      id: 'time',
      header: t('field.hour'),
      width: 120,
      align: 'end',
      cell: (row) => {
        const at = timeOf(row);
        return at === null ? '—' : format.dateTime(at);
      },
    },
  ];
  const open = ({ ticketUuid }: ShippingView): void => {
    if (ticketUuid) void navigate(`/tickets/${ticketUuid}`);
  };
  const shownCount = count ?? rows.length;
  return (
    <>
      <Dialog open onOpenChange={(_, { open: isOpen }) => !isOpen && onClose()}>
        <DialogFrame
          title={t(`report.card.${card}`)}
          subtitle={format.number(shownCount)}
          width={760}
          onClose={onClose}
          aside={
            <span className={styles.keys}>
              <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> {t('report.keyWalk')} <Kbd keys="Enter" />{' '}
              {t('report.keyOpen')}
            </span>
          }
          footer={
            <>
              <Button icon={<PeopleAdd20Regular />} disabled={shownCount === 0} onClick={() => setMaking(true)}>
                {t('report.makeList')}
              </Button>
              <Button
                icon={<ArrowDownload20Regular />}
                disabled={shownCount === 0}
                onClick={() =>
                  void saveFile(
                    `/campaigns/${campaign.id}/export`,
                    { card, ...filter, format: 'xlsx' },
                    'campanha.xlsx',
                  ).catch((failure: unknown) => toasts.error(failure))
                }
              >
                {t('report.exportCount', { count: format.number(shownCount) })}
              </Button>
              {/* A phone has room for two; the cross above closes there. */}
              {!touch && <Button onClick={onClose}>{t('report.close')}</Button>}
            </>
          }
        >
          <div className={styles.head}>
            <SearchBox value={term} onChange={search} placeholder={t('report.search')} width={240} />
            {choices.length > 1 && (
              <Segment
                label={t('field.reason')}
                value={chosen}
                onChange={setChosen}
                options={choices.map(({ value, count: of, reason }) => ({
                  value,
                  label: t('report.choice', {
                    name:
                      reason === undefined
                        ? t(value === '' ? 'report.answersCard.answered' : 'report.others')
                        : reasonText(t, reason),
                    count: format.number(of),
                  }),
                }))}
              />
            )}
          </div>
          <div className={styles.body}>
            {error ? (
              <ErrorState error={error} onRetry={() => void renew()} />
            ) : (
              <DataTable
                label={t(`report.card.${card}`)}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                loading={loading}
                hasMore={hasMore}
                onMore={more}
                onRowClick={open}
                empty={<EmptyState title={t('report.nobody')} />}
              />
            )}
          </div>
        </DialogFrame>
      </Dialog>
      {isMaking && <ListDialog campaign={campaign} card={card} filter={filter} onClose={() => setMaking(false)} />}
    </>
  );
}

function ListDialog({
  campaign,
  card,
  filter,
  onClose,
}: Pick<ShippingDialogProps, 'campaign' | 'card' | 'onClose'> & { filter: ReasonFilter }) {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [name, setName] = useState(`${campaign.name} · ${t(`report.card.${card}`)}`.slice(0, 50));
  const create = async (): Promise<void> => {
    const { id } = await api.post<{ id: number }>(`/campaigns/${campaign.id}/list`, { name, card, ...filter });
    toasts.success(t('report.listMade'));
    onClose();
    void navigate(`/contact-lists/${id}/contacts`);
  };
  return (
    <FormDialog
      open
      title={t('report.makeList')}
      submitLabel={t('report.createList')}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label={t('report.listName')}>
        <Input autoFocus value={name} maxLength={50} onChange={(_, { value }) => setName(value)} />
      </Field>
    </FormDialog>
  );
}
