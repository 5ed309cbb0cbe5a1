import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { Prohibited16Regular } from '@fluentui/react-icons';
import { Avatar, Count, Segment, ext } from '@balcao/sdk/ui';
import type { ReportCard, ShippingView } from '../../contract.ts';
import { useFormStyles } from '../form/form-styles.ts';

const maxShown = 6;
/** All answers, those of people who did not opt out, and who did. */
const answerCards = ['answered', 'wanted', 'left'] as const;
type AnswerCard = (typeof answerCards)[number];

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px', marginBottom: '8px' },
  space: { flexGrow: 1 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  text: { flexGrow: 1, minWidth: 0 },
  left: { display: 'inline-flex', alignItems: 'center', gap: '4px', color: ext.warn },
  line: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface AnswersProps {
  campaignId: number;
  count: number;
  /** Of them, who opted out afterwards. */
  left: number;
  queryKey: readonly unknown[];
  onOpen(card: ReportCard): void;
}

/** The latest answers, each with its conversation. */
export function Answers({ campaignId, count, left, queryKey, onOpen }: AnswersProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const navigate = useNavigate();
  const [card, setCard] = useState<AnswerCard>('answered');
  const rows =
    useQuery({
      queryKey: [...queryKey, 'answers', card],
      queryFn: ({ signal }) =>
        api.get<{ records: ShippingView[] }>(`/campaigns/${campaignId}/shipping`, { card }, { signal }),
      placeholderData: keepPreviousData,
    }).data?.records ?? [];
  return (
    <section className={form.card} aria-label={t('report.answers')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('report.answers')}</h2>
        <Count value={count} />
        <span className={styles.space} />
        {count + left > 0 && (
          <Segment
            label={t('report.answersOf')}
            value={card}
            onChange={(chosen) => setCard(answerCards.find((one) => one === chosen) ?? 'answered')}
            options={answerCards.map((value) => ({ value, label: t(`report.answersCard.${value}`) }))}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <span className={form.quiet}>{t('report.noAnswers')}</span>
      ) : (
        <ul className={styles.list}>
          {rows.slice(0, maxShown).map(({ id, name, number, variant, answer, answeredAt, optedOutAt, ticketUuid }) => (
            <li key={id} className={styles.row}>
              <Avatar name={name || number} size={32} decorative />
              <span className={styles.text}>
                <span className={styles.line}>
                  <strong>{name || format.phone(number)}</strong>{' '}
                  <span className={form.small}>{t('form.message', { index: variant })}</span>
                </span>
                <span className={styles.line}>{answer ?? t('report.hiddenAnswer')}</span>
              </span>
              {optedOutAt !== null ? (
                <span className={styles.left}>
                  <Prohibited16Regular aria-hidden="true" /> {t('report.hasLeft')}
                </span>
              ) : (
                answeredAt && <span className={form.small}>{format.relative(answeredAt)}</span>
              )}
              {ticketUuid && (
                <Button size="small" onClick={() => void navigate(`/tickets/${ticketUuid}`)}>
                  {t('report.openTicket')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {count > maxShown && (
        <Button appearance="transparent" onClick={() => onOpen(card)}>
          {t('report.allAnswers', { count: format.number(count) })}
        </Button>
      )}
    </section>
  );
}
