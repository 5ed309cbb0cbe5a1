import { useId } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Words } from './Words.tsx';
import { objectIn, typeOf, type Schema } from './document.ts';

const deepest = 4;

const useStyles = makeStyles({
  title: { margin: '0 0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  inner: {
    margin: '4px 0 0',
    padding: '0 0 0 12px',
    listStyleType: 'none',
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
  },
  field: { padding: '5px 0', fontSize: tokens.fontSizeBase200 },
  name: { fontFamily: tokens.fontFamilyMonospace, fontWeight: tokens.fontWeightSemibold, marginRight: '8px' },
  type: { fontFamily: tokens.fontFamilyMonospace, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  required: { marginLeft: '8px', color: tokens.colorNeutralForeground2, fontStyle: 'italic' },
  help: { display: 'block', color: tokens.colorNeutralForeground3 },
});

function Fields({ schema, depth }: { schema: Schema; depth: number }) {
  const t = useT();
  const styles = useStyles();
  const { properties = {}, required = [] } = schema;
  return (
    <ul className={depth === 0 ? styles.list : styles.inner}>
      {Object.entries(properties).map(([name, field]) => {
        const inside = depth < deepest ? objectIn(field) : undefined;
        return (
          <li key={name} className={styles.field}>
            <span className={styles.name}>{name}</span>
            <span className={styles.type}>{typeOf(field, t('docs.anything'))}</span>
            {required.includes(name) && <span className={styles.required}>{t('docs.required')}</span>}
            {field.description && (
              <span className={styles.help}>
                <Words>{field.description}</Words>
              </span>
            )}
            {inside && <Fields schema={inside} depth={depth + 1} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A schema as a tree of names and types. */
export function SchemaFields({ title, schema }: { title: string; schema: Schema }) {
  const t = useT();
  const styles = useStyles();
  const id = useId();
  const inside = objectIn(schema);
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {inside ? (
        <>
          {inside !== schema && <span className={styles.type}>{typeOf(schema, t('docs.anything'))}</span>}
          <Fields schema={inside} depth={0} />
        </>
      ) : (
        <span className={styles.type}>{typeOf(schema, t('docs.anything'))}</span>
      )}
    </div>
  );
}
