import { useRef, useState } from 'react';
import { Button, Field, Input, Select, Spinner, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Attach20Regular, Dismiss20Regular, Send20Regular } from '@fluentui/react-icons';
import { Link as RouterLink } from 'react-router-dom';
import { ApiError, api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, IconButton } from '@balcao/sdk/ui';
import type { ConnectionView } from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';

interface Sent {
  /** The name of the connection, if it was down when the message was accepted. */
  isOut?: string | undefined;
  id: number;
  ticketId: number;
  ticketUuid: string;
}

const useStyles = makeStyles({
  form: {
    padding: '16px',
    display: 'grid',
    alignItems: 'start',
    gap: '14px',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  sent: { marginTop: '12px' },
  wide: { gridColumn: '1 / -1' },
  foot: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    flexWrap: 'wrap',
  },
  file: { display: 'inline-flex', alignItems: 'center', gap: '4px', minWidth: 0, maxWidth: '100%' },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '260px',
    color: tokens.colorNeutralForeground2,
  },
});

/** Sends a real message, by the route that programs use. */
export function Tester({ connections }: { connections: readonly ConnectionView[] }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const errorText = useErrorText();
  const picker = useRef<HTMLInputElement>(null);
  const [connectionId, setConnectionId] = useState(String(connections[0]?.id ?? ''));
  const [number, setNumber] = useState('');
  const [body, setBody] = useState('');
  const [file, setFile] = useState<File>();
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState<unknown>();
  const fields = failure instanceof ApiError ? failure.fields : undefined;
  const fault = (name: string): { validationState: 'error'; validationMessage: string } | object => {
    const code = fields?.[name];
    if (code === undefined) return {};
    const words = code === 'Required' ? t('fault.required') : code.startsWith('ERR_') ? errorText(code) : code;
    return { validationState: 'error', validationMessage: words };
  };

  const submit = async (): Promise<void> => {
    setSending(true);
    setFailure(undefined);
    setSent(undefined);
    const form = new FormData();
    form.append('number', number);
    form.append('body', body);
    if (file) form.append('medias', file);
    try {
      const through = connections.find(({ id }) => String(id) === connectionId);
      const taken = await api.upload<Sent>(`/messages-api/try/${connectionId}`, form);
      setSent({ ...taken, isOut: through && through.status !== 'CONNECTED' ? through.name : undefined });
      setBody('');
      setFile(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className={section.section} aria-labelledby="tester">
      <h2 id="tester" className={section.title}>
        {t('tester.title')}
      </h2>
      <p className={section.text}>{t('tester.text')}</p>
      {failure !== undefined && fields === undefined && (
        <Bar tone="bad" alert>
          {errorText(failure)}
        </Bar>
      )}
      <form
        className={`${section.card} ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={t('tester.connection')}>
          <Select value={connectionId} onChange={(_, { value }) => setConnectionId(value)}>
            {connections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('tester.number')} hint={t('tester.numberHelp')} required {...fault('number')}>
          <Input
            type="tel"
            value={number}
            placeholder="5511987654321"
            autoComplete="off"
            onChange={(_, { value }) => setNumber(value)}
          />
        </Field>
        <Field className={styles.wide} label={t('tester.body')} {...fault('body')}>
          <Textarea value={body} rows={3} resize="vertical" onChange={(_, { value }) => setBody(value)} />
        </Field>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('tester.file')}
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className={styles.foot}>
          <span className={styles.file}>
            <Button appearance="subtle" icon={<Attach20Regular />} onClick={() => picker.current?.click()}>
              {t('tester.choose')}
            </Button>
            {file && (
              <>
                <span className={styles.name}>{file.name}</span>
                <IconButton
                  size="small"
                  icon={<Dismiss20Regular />}
                  label={t('tester.removeFile', { name: file.name })}
                  onClick={() => setFile(undefined)}
                />
              </>
            )}
          </span>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={isSending}
            icon={isSending ? <Spinner size="extra-tiny" aria-hidden="true" /> : <Send20Regular />}
          >
            {t('tester.send')}
          </Button>
        </div>
      </form>
      {sent && (
        <div className={styles.sent}>
          <Bar
            tone={sent.isOut === undefined ? 'ok' : 'warn'}
            action={
              <RouterLink className={section.link} to={`/tickets/${sent.ticketUuid}`}>
                {t('tester.open')}
              </RouterLink>
            }
          >
            {t(sent.isOut === undefined ? 'tester.sent' : 'tester.waits', {
              id: sent.id,
              ticket: sent.ticketId,
              name: sent.isOut,
            })}
          </Bar>
        </div>
      )}
    </section>
  );
}
