import { Button, Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ErrorState, IconButton, Page, Segment, SkeletonRows, saveFile } from '@balcao/sdk/ui';
import { boardsQuery } from '../board/boards-query.ts';
import { usePeople, useQueues, type Named } from '../board/useDirectory.ts';
import { LaneFunnel } from './LaneFunnel.tsx';
import { OutcomeTable } from './OutcomeTable.tsx';
import { periods, useFunnel, type Funnel } from './use-funnel.ts';
import { WeekBars } from './WeekBars.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'grid',
    gridTemplateColumns: 'minmax(280px, 360px) repeat(auto-fit, 224px)',
    gap: '8px',
    alignItems: 'center',
    marginBottom: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: '1fr' },
  },
  control: { minWidth: 0 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
    gap: '12px',
    '@media (max-width: 599px)': { gridTemplateColumns: '1fr 1fr' },
  },
  card: {
    padding: '14px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    minWidth: 0,
  },
  part: { marginTop: '12px' },
  heading: { margin: '0 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  figure: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  below: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums', minHeight: '20px' },
  halves: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
    gap: '12px',
    marginTop: '12px',
  },
});

/** The numbers of a board's funnel in a period, by lane, week, person and department. */
export default function FunnelPage() {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { touch } = useViewport();
  const [address] = useSearchParams();
  const boards = useQuery(boardsQuery);
  const wanted = Number(address.get('quadro'));
  const board = boards.data?.find(({ id }) => id === wanted) ?? boards.data?.[0];
  const { filter, change, params, query } = useFunnel(board?.id);
  const [people, queues] = [usePeople(), useQueues()];
  const error = boards.error ?? (query.data ? undefined : query.error);
  const save = (): void => {
    void saveFile('/kanban-numbers/export', params, `funil-${params.from}-${params.to}.csv`).catch(toasts.error);
  };
  return (
    <Page
      title={t('numbers.title')}
      subtitle={board?.title}
      back={{
        label: t('numbers.back'),
        onClick: () => void navigate(board ? `/kanban?quadro=${board.id}` : '/kanban'),
      }}
      canvas
      actions={
        <>
          {touch ? (
            <IconButton icon={<ArrowDownload20Regular />} label={t('numbers.export')} onClick={save} />
          ) : (
            <Button icon={<ArrowDownload20Regular />} disabled={!query.data} onClick={save}>
              {t('numbers.export')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.bar}>
        <Segment
          label={t('numbers.period')}
          value={filter.period}
          options={periods.map((value) => ({ value, label: t('numbers.daysShort', { count: Number(value) }) }))}
          onChange={(dias) => change({ dias })}
        />
        {boards.data && boards.data.length > 1 && (
          <Choice
            label={t('boards.choose')}
            value={String(board?.id ?? '')}
            among={boards.data.map(({ id, title }) => ({ id, name: title }))}
            onChange={(quadro) => change({ quadro })}
          />
        )}
        <Choice
          label={t('numbers.everybody')}
          isOptional
          value={filter.userId}
          among={people}
          onChange={(userId) => change({ userId })}
        />
        <Choice
          label={t('numbers.allQueues')}
          isOptional
          value={filter.queueId}
          among={queues}
          onChange={(queueId) => change({ queueId })}
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void (boards.error ? boards.refetch() : query.refetch())} />
      ) : query.data ? (
        <div aria-busy={query.isPlaceholderData}>
          <Numbers data={query.data} />
        </div>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Page>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  among: readonly Named[];
  isOptional?: boolean;
  onChange(id: string): void;
}

function Choice({ label, value, among, isOptional = false, onChange }: ChoiceProps) {
  const styles = useStyles();
  return (
    <Dropdown
      className={styles.control}
      aria-label={label}
      value={among.find(({ id }) => String(id) === value)?.name ?? label}
      selectedOptions={[value]}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '')}
    >
      {isOptional && <Option value="">{label}</Option>}
      {among.map(({ id, name }) => (
        <Option key={id} value={String(id)}>
          {name}
        </Option>
      ))}
    </Dropdown>
  );
}

function Numbers({ data }: { data: Funnel }) {
  const styles = useStyles();
  const t = useT();
  const { money, number } = useFormat();
  const { won, lost } = data;
  const ended = won.count + lost.count;
  const part = (title: string, content: ReactNode, className = styles.card) => (
    <section className={className}>
      <h2 className={styles.heading}>{title}</h2>
      {content}
    </section>
  );
  const cards = [
    { label: t('numbers.enteredBoard'), figure: number(data.entered), below: '' },
    { label: t('numbers.won'), figure: number(won.count), below: money(won.cents) },
    { label: t('numbers.lost'), figure: number(lost.count), below: money(lost.cents) },
    {
      label: t('numbers.rate'),
      figure: ended === 0 ? '–' : `${number(Math.round((won.count / ended) * 100))}%`,
      below: ended === 0 ? '' : t('numbers.ofEnded', { count: ended }),
    },
    {
      label: t('numbers.daysToWin'),
      figure: data.daysToWin === null ? '–' : number(Math.round(data.daysToWin * 10) / 10),
      below: data.daysToWin === null ? '' : t('numbers.medianDays'),
    },
  ];
  return (
    <>
      <div className={styles.cards}>
        {cards.map(({ label, figure, below }) => (
          <div key={label} className={styles.card}>
            <div className={styles.label}>{label}</div>
            <div className={styles.figure}>{figure}</div>
            <div className={styles.below}>{below}</div>
          </div>
        ))}
      </div>
      <div className={styles.part}>{part(t('numbers.lanes'), <LaneFunnel lanes={data.lanes} />)}</div>
      {data.weeks.length > 1 && (
        <div className={styles.part}>{part(t('numbers.byWeek'), <WeekBars weeks={data.weeks} />)}</div>
      )}
      <div className={styles.halves}>
        {part(
          t('numbers.byPerson'),
          <OutcomeTable label={t('numbers.person')} groups={data.people} noneName={t('numbers.nobody')} isPeople />,
        )}
        {part(
          t('numbers.byQueue'),
          <OutcomeTable label={t('numbers.queue')} groups={data.queues} noneName={t('numbers.noQueue')} />,
        )}
      </div>
    </>
  );
}
