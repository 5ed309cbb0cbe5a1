import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Chat16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import { useTalkTo } from './useTalkTo.ts';

const useStyles = makeStyles({
  box: { width: '320px', maxWidth: '100%', padding: '8px 10px 6px' },
  card: { '& + &': { marginTop: '8px', paddingTop: '8px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` } },
  head: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
  numbers: { listStyleType: 'none', margin: '2px 0 0', padding: '0 0 0 46px' },
  number: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '28px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  talk: { minWidth: 0, paddingInline: '6px', flexShrink: 0, '@media (max-width: 599px)': { minHeight: '40px' } },
  foot: { display: 'flex', justifyContent: 'flex-end' },
});

export interface ContactCardsProps {
  cards: { name: string; numbers: string[] }[];
  when: ReactNode;
}

/** People whose cards were sent: a conversation with each is one press away. */
export function ContactCards({ cards, when }: ContactCardsProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { phone } = useFormat();
  const talkTo = useTalkTo();
  const [busy, setBusy] = useState<string>();
  const talk = async (name: string, number: string): Promise<void> => {
    setBusy(number);
    try {
      await talkTo(name, number);
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className={styles.box}>
      {cards.map((card, at) => (
        <div key={at} className={styles.card}>
          <div className={styles.head}>
            <Avatar name={card.name} size={36} decorative />
            <span className={styles.name}>{card.name}</span>
          </div>
          <ul className={styles.numbers} aria-label={t('thread.numbersOf', { name: card.name })}>
            {card.numbers.map((number) => (
              <li key={number} className={styles.number}>
                {phone(number)}
                {/* Whoever may not see a number may not write to it either. */}
                {!number.includes('*') && (
                  <Button
                    className={styles.talk}
                    size="small"
                    appearance="transparent"
                    icon={<Chat16Regular />}
                    disabledFocusable={busy === number}
                    aria-label={t('thread.talkTo', { name: card.name, number: phone(number) })}
                    onClick={() => void talk(card.name, number)}
                  >
                    {t('thread.talk')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className={styles.foot}>{when}</div>
    </div>
  );
}
