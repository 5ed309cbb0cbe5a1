import { useId, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ChevronDown20Regular,
  ChevronRight20Regular,
  Globe16Regular,
  Key16Regular,
  Person16Regular,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { By, Operation } from './document.ts';
import { SchemaFields } from './SchemaFields.tsx';
import { TryIt } from './TryIt.tsx';
import { Words } from './Words.tsx';

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    marginBottom: '8px',
    overflow: 'hidden',
  },
  line: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr) auto 20px',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '52px',
    padding: '8px 12px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 599px)': { gridTemplateColumns: '56px minmax(0, 1fr) 20px', gap: '8px' },
  },
  method: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightBold,
    color: tokens.colorNeutralForeground2,
  },
  reads: { color: ext.info },
  writes: { color: ext.ok },
  changes: { color: ext.warn },
  removes: { color: ext.bad },
  path: { display: 'block', fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  summary: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  by: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 599px)': { gridColumn: '2', gridRow: '2' },
  },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '14px',
    padding: '4px 16px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  facts: { margin: '10px 0 0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const tone = { GET: 'reads', POST: 'writes', PUT: 'changes', PATCH: 'changes', DELETE: 'removes' } as const;
const icons: Readonly<Record<By, typeof Key16Regular>> = {
  session: Person16Regular,
  token: Key16Regular,
  public: Globe16Regular,
};

interface OperationCardProps {
  operation: Operation;
  token: string;
  onToken(token: string): void;
}

/** One operation: its input, its answers, and a form to try it. */
export function OperationCard({ operation, token, onToken }: OperationCardProps) {
  const t = useT();
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { method, path, summary, by, parameters, requestBody, responses } = operation;
  const Icon = icons[by];
  const content = requestBody?.content ?? {};
  const body = content['multipart/form-data']?.schema ?? content['application/json']?.schema;
  const answer = responses['200']?.content?.['application/json']?.schema;
  const facts = [
    ...(operation.description ? [operation.description] : []),
    ...(operation['x-permission'] ? [t('docs.permission', { name: operation['x-permission'] })] : []),
    ...(operation['x-rate-limit'] ? [t('docs.rate', { count: operation['x-rate-limit'] })] : []),
    ...Object.keys(content),
  ];
  return (
    <article className={styles.card} aria-label={`${method} ${path}`}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': id } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={mergeClasses(styles.method, styles[tone[method as keyof typeof tone]])}>{method}</span>
        <span>
          <span className={styles.path}>{path}</span>
          <span className={styles.summary}>
            <Words>{summary ?? ''}</Words>
          </span>
        </span>
        <span className={styles.by}>
          <Icon aria-hidden="true" />
          {t(`docs.${by}`)}
        </span>
        {isOpen ? <ChevronDown20Regular aria-hidden="true" /> : <ChevronRight20Regular aria-hidden="true" />}
      </button>
      {isOpen && (
        <div id={id} className={styles.body}>
          {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
          {parameters.length > 0 && (
            <SchemaFields
              title={t('docs.parameters')}
              schema={{
                properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
                required: parameters.filter(({ required }) => required).map(({ name }) => name),
              }}
            />
          )}
          {body && <SchemaFields title={t('docs.body')} schema={body} />}
          {answer && <SchemaFields title={t('docs.answer')} schema={answer} />}
          <TryIt operation={operation} token={token} onToken={onToken} />
        </div>
      )}
    </article>
  );
}
