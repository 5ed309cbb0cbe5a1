import { useEffect, useRef, useState } from 'react';
import { Button, Switch, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Message } from '@balcao/sdk/chat';
import { useErrorText, useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { Avatar, ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { PhoneMessage } from '../../contract.ts';
import type { SandboxConnection } from '../connections/sandbox-connections.ts';
import type { Person } from '../people/person.ts';
import { useOutgoing } from './outgoing.ts';
import { storedAsChat, outgoingAsChat } from './as-chat.ts';
import { BubbleTools } from './BubbleTools.tsx';
import { Choices } from './Choices.tsx';
import { PhoneComposer } from './PhoneComposer.tsx';
import { thread, type OutgoingMessage } from './thread.ts';
import { usePhone } from './usePhone.ts';
import { usePhoneActions } from './usePhoneActions.ts';
import { sendReadReceipt, useReceipts } from './useReceipts.ts';
import { useTypingToCompany } from './useTypingToCompany.ts';

const keptReceipts = 'balcao.sandbox.receipts';

const useStyles = makeStyles({
  stage: {
    height: '100%',
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '12px',
    padding: '16px 24px',
    backgroundColor: ext.canvas,
    '@media (max-width: 599px)': { padding: 0, gap: 0 },
  },
  phone: {
    width: '100%',
    maxWidth: '384px',
    flexGrow: 1,
    maxHeight: '760px',
    minHeight: 0,
    padding: '9px',
    borderRadius: '40px',
    backgroundColor: '#241c24',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow16,
    display: 'flex',
    '@media (max-width: 599px)': {
      maxWidth: 'none',
      maxHeight: 'none',
      padding: 0,
      borderRadius: 0,
      boxShadow: 'none',
      border: 'none',
    },
  },
  screen: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    borderRadius: '31px',
    backgroundColor: ext.canvas,
    '@media (max-width: 599px)': { borderRadius: 0 },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    flexShrink: 0,
    minHeight: '60px',
    padding: '10px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  names: { minWidth: 0, flexGrow: 1 },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  state: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  typing: { color: tokens.colorBrandForeground1 },
  // Reversed, so that the end stays visible when pictures load or the keyboard takes half of the screen.
  messages: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '8px 12px 12px',
    display: 'flex',
    flexDirection: 'column-reverse',
  },
  said: { flexGrow: 1, flexShrink: 0 },
  // Always focusable; visible when the pointer or the focus is near, and on touch.
  row: {
    '@media (hover: hover)': {
      '& [data-tools]': { opacity: 0 },
      '&:hover [data-tools], &:focus-within [data-tools]': { opacity: 1 },
    },
  },
  tools: { display: 'flex', transition: 'opacity 100ms' },
  day: {
    display: 'block',
    width: 'fit-content',
    margin: '10px auto 4px',
    padding: '2px 10px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
  },
  none: { margin: '24px 16px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  below: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    paddingTop: '2px',
  },
  receipts: {
    flexShrink: 0,
    '@media (max-width: 599px)': {
      width: '100%',
      paddingInline: '8px',
      backgroundColor: tokens.colorNeutralBackground2,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
});

/** The phone of one person in the chat with the company. */
export function Phone({ connection, person }: { connection: SandboxConnection; person: Person }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const errorText = useErrorText();
  const { touch } = useViewport();
  const list = useRef<HTMLDivElement>(null);
  const { messages, error, refetch, isTyping } = usePhone(connection.id, person.number);
  const { outgoing, send, retry } = useOutgoing({
    connectionId: connection.id,
    number: person.number,
    name: person.name,
  });
  const actions = usePhoneActions(connection.id, person.number);
  const [edited, setEdited] = useState<PhoneMessage>();
  const typing = useTypingToCompany(connection.id, person.number);
  const [isReading, setReading] = useState(() => localStorage.getItem(keptReceipts) !== 'off');
  useReceipts(connection.id, messages, isReading);
  useEffect(() => localStorage.setItem(keptReceipts, isReading ? 'on' : 'off'), [isReading]);

  const shown = thread(messages ?? [], outgoing);
  const say = (said: OutgoingMessage): void => {
    send(said);
    list.current?.scrollTo({ top: 0 });
  };

  const read = (id: string): void => void sendReadReceipt(connection.id, id).catch(toasts.error);
  const called = person.name || format.phone(person.number);
  let day = '';

  return (
    <section className={styles.stage} aria-label={t('phone.of', { name: called })}>
      <div className={styles.phone}>
        <div className={styles.screen}>
          <header className={styles.head}>
            <Avatar name={connection.name} size={36} square decorative />
            <div className={styles.names}>
              <h2 className={styles.name}>{connection.name}</h2>
              <p className={mergeClasses(styles.state, isTyping && styles.typing)} aria-live="polite">
                {isTyping ? t('phone.typing') : t('phone.of', { name: called })}
              </p>
            </div>
          </header>
          <div ref={list} className={styles.messages} role="log" aria-label={t('phone.messages')} tabIndex={0}>
            <div className={styles.said}>
              {error && !messages && <ErrorState error={error} onRetry={() => void refetch()} />}
              {!error && !messages && <SkeletonRows rows={4} height={44} />}
              {messages && shown.length === 0 && <p className={styles.none}>{t('phone.none', { name: called })}</p>}
              {shown.map(({ kind, message }) => {
                const today = format.day(message.at);
                const isNewDay = today !== day;
                day = today;
                return (
                  <div key={message.id} className={styles.row}>
                    {isNewDay && <span className={styles.day}>{today}</span>}
                    {kind === 'kept' ? (
                      <Message
                        isNarrow
                        message={storedAsChat(message)}
                        nameOf={({ fromMe }) => t(fromMe ? 'phone.byPhone' : 'phone.byCompany')}
                        tools={
                          !message.isDeleted && (
                            <div className={styles.tools} data-tools>
                              <BubbleTools message={message} actions={actions} onEdit={setEdited} />
                            </div>
                          )
                        }
                        below={
                          !message.fromPhone && message.ack < 3 && !isReading ? (
                            <Button size="small" appearance="transparent" onClick={() => read(message.id)}>
                              {t('phone.read')}
                            </Button>
                          ) : null
                        }
                      >
                        {message.menu && (
                          <Choices
                            menu={message.menu}
                            onChoose={({ id, title }) => send({ body: title, choice: id })}
                          />
                        )}
                      </Message>
                    ) : (
                      <Message
                        isNarrow
                        message={outgoingAsChat(message)}
                        below={
                          message.failure !== undefined && (
                            <span className={styles.below} role="alert">
                              {errorText(message.failure)}
                              <Button size="small" onClick={() => retry(message)}>
                                {t('phone.retry')}
                              </Button>
                            </span>
                          )
                        }
                      />
                    )}
                  </div>
                );
              })}
            </div>
          </div>
          <PhoneComposer
            key={edited?.id ?? ''}
            name={called}
            edited={edited}
            onSend={say}
            onEdited={(body) => {
              if (edited && body !== edited.body) actions.edit(edited.id, body);
              setEdited(undefined);
            }}
            onCancelEdit={() => setEdited(undefined)}
            onTyped={typing.typed}
            onStopped={typing.stopped}
          />
        </div>
      </div>
      <div className={styles.receipts}>
        <Switch
          checked={isReading}
          label={t(touch ? 'phone.receiptsShort' : 'phone.receipts')}
          onChange={(_, { checked }) => setReading(checked)}
        />
      </div>
    </section>
  );
}
