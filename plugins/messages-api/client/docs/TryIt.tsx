import { useState } from 'react';
import { Button, Field, Input, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Play20Regular } from '@fluentui/react-icons';
import { ApiError, api, useT } from '@balcao/sdk/client';
import { Bar, StatusPill } from '@balcao/sdk/ui';
import { CodeBlock } from '../tokens/CodeBlock.tsx';
import { sampleOf, type Operation } from './document.ts';

interface Answer {
  status: number;
  text: string;
}

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '14px',
    borderRadius: '8px',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: '12px' },
  code: { '& textarea': { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 } },
  foot: { display: 'flex', alignItems: 'center', gap: '12px', flexWrap: 'wrap' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, flexGrow: 1 },
  answer: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: '8px', overflow: 'hidden' },
});

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Calls with a token, as programs do, without the session’s cookies. */
const callByToken = async (
  method: string,
  address: string,
  token: string,
  body: string | undefined,
): Promise<Answer> => {
  const response = await fetch(`/api${address}`, {
    method,
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  try {
    return { status: response.status, text: pretty(JSON.parse(text)) };
  } catch {
    return { status: response.status, text };
  }
};

const callBySession = async (method: string, address: string, body: unknown): Promise<Answer> => {
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  try {
    return { status: 200, text: pretty(await (verb === 'get' ? api.get(address) : api[verb](address, body))) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, fields, context } = error;
    return { status, text: pretty({ error: code, ...(fields && { fields }), context }) };
  }
};

/** Makes a real call: with the reader’s session, or with a token that stays on this page. */
export function TryIt({
  operation,
  token,
  onToken,
}: {
  operation: Operation;
  token: string;
  onToken(token: string): void;
}) {
  const t = useT();
  const styles = useStyles();
  const { method, path, parameters, requestBody, by } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() => (schema ? pretty(sampleOf(schema)) : ''));
  const [fault, setFault] = useState<string>();
  const [answer, setAnswer] = useState<Answer>();
  const [isCalling, setCalling] = useState(false);

  const addressOf = (): string => {
    const query = new URLSearchParams();
    for (const { name, in: place } of parameters) {
      const value = values[name];
      if (place === 'query' && value) query.append(name, value);
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    return query.size > 0 ? `${filled}?${query.toString()}` : filled;
  };
  const call = async (): Promise<void> => {
    let parsed: unknown;
    try {
      parsed = schema ? JSON.parse(body || '{}') : undefined;
    } catch {
      return setFault(t('docs.badJson'));
    }
    setFault(undefined);
    setCalling(true);
    try {
      const text = parsed === undefined ? undefined : JSON.stringify(parsed);
      const called =
        by === 'token' ? callByToken(method, addressOf(), token, text) : callBySession(method, addressOf(), parsed);
      setAnswer(await called);
    } catch (error) {
      setAnswer({ status: 0, text: error instanceof Error ? error.message : String(error) });
    } finally {
      setCalling(false);
    }
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        void call();
      }}
    >
      <h3 className={styles.title}>{t('docs.try')}</h3>
      {by === 'token' && (
        <Field label={t('docs.tryToken')} hint={t('docs.tryTokenHelp')}>
          <Input type="password" value={token} autoComplete="off" onChange={(_, { value }) => onToken(value.trim())} />
        </Field>
      )}
      {parameters.length > 0 && (
        <div className={styles.fields}>
          {parameters.map(({ name, required }) => (
            <Field key={name} label={name} required={required}>
              <Input
                value={values[name] ?? ''}
                autoComplete="off"
                onChange={(_, { value }) => setValues((before) => ({ ...before, [name]: value }))}
              />
            </Field>
          ))}
        </div>
      )}
      {schema && (
        <Field
          label={t('docs.body')}
          className={styles.code}
          {...(fault ? { validationState: 'error', validationMessage: fault } : {})}
        >
          <Textarea
            value={body}
            rows={6}
            resize="vertical"
            spellCheck={false}
            onChange={(_, { value }) => setBody(value)}
          />
        </Field>
      )}
      {method !== 'GET' && <Bar tone="warn">{t('docs.tryWrites')}</Bar>}
      <div className={styles.foot}>
        <span className={styles.quiet}>{by === 'session' && t('docs.trySession')}</span>
        <Button type="submit" appearance="primary" icon={<Play20Regular />} disabledFocusable={isCalling}>
          {t('docs.call')}
        </Button>
      </div>
      {answer && (
        <div role="status">
          <StatusPill tone={answer.status >= 200 && answer.status < 300 ? 'ok' : 'bad'}>
            {t('docs.status', { status: answer.status })}
          </StatusPill>
          <div className={styles.answer}>
            <CodeBlock wrapped label={t('docs.answer')}>
              {answer.text}
            </CodeBlock>
          </div>
        </div>
      )}
    </form>
  );
}
