import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Chat16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormat } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { ChatContact } from './chat-message.ts';
import { useChatT } from './texts.ts';

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
  contacts: readonly ChatContact[];
  /** Content at the end of the last card: a `MessageTime`. */
  when?: ReactNode;
  /** Starts a conversation with a number. Absent: it is not offered. */
  onTalk?: ((name: string, number: string) => Promise<void>) | undefined;
}

/** Shared contact cards, each with a button that starts a conversation. */
export function ContactCards({ contacts, when, onTalk }: ContactCardsProps) {
  const styles = useStyles();
  const t = useChatT();
  const { phone } = useFormat();
  const [busy, setBusy] = useState<string>();
  const talk = (name: string, number: string): void => {
    setBusy(number);
    void onTalk?.(name, number).finally(() => setBusy(undefined));
  };
  return (
    <div className={styles.box}>
      {contacts.map((card, at) => (
        <div key={at} className={styles.card}>
          <div className={styles.head}>
            <Avatar name={card.name} size={36} decorative />
            <span className={styles.name}>{card.name}</span>
          </div>
          <ul className={styles.numbers} aria-label={t('contact.numbers', { name: card.name })}>
            {card.numbers.map((number) => (
              <li key={number} className={styles.number}>
                {phone(number)}
                {/* A person who may not see a number may not write to it either. */}
                {onTalk && !number.includes('*') && (
                  <Button
                    className={styles.talk}
                    size="small"
                    appearance="transparent"
                    icon={<Chat16Regular />}
                    disabledFocusable={busy === number}
                    aria-label={t('contact.talkTo', { name: card.name, number: phone(number) })}
                    onClick={() => talk(card.name, number)}
                  >
                    {t('contact.talk')}
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
