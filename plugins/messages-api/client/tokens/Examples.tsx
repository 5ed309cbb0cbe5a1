import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { Link as RouterLink } from 'react-router-dom';
import { useT, useToasts } from '@balcao/sdk/client';
import { Segment } from '@balcao/sdk/ui';
import type { NewToken } from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { example, exampleLanguages, tokenPlaceholder, type ExampleLanguage } from './examples.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    flexWrap: 'wrap',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  segment: { minWidth: '270px', '@media (max-width: 599px)': { minWidth: '100%' } },
  foot: { margin: '8px 0 0' },
});

/** Examples of sending in three languages, with the token that was just created. */
export function Examples({ newToken }: { newToken: NewToken | undefined }) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const toasts = useToasts();
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const code = example(language, window.location.origin, newToken?.token ?? tokenPlaceholder);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      toasts.success(t('example.copied'));
    } catch {
      // The clipboard is not available: the text can be selected by hand.
    }
  };
  return (
    <section className={section.section} aria-labelledby="example">
      <h2 id="example" className={section.title}>
        {t('example.title')}
      </h2>
      <p className={section.text}>
        {t('example.text')}{' '}
        <RouterLink to="/doc-api" className={section.link}>
          {t('example.doc')}
        </RouterLink>
      </p>
      <div className={section.card}>
        <div className={styles.bar}>
          <div className={styles.segment}>
            <Segment<ExampleLanguage>
              label={t('example.language')}
              value={language}
              onChange={setLanguage}
              options={exampleLanguages}
            />
          </div>
          <Button icon={<Copy20Regular />} onClick={() => void copy()}>
            {t('example.copy')}
          </Button>
        </div>
        <CodeBlock label={t('example.title')}>{code}</CodeBlock>
      </div>
      <p className={`${styles.foot} ${section.quiet}`}>
        {newToken ? t('example.atHand', { name: newToken.name }) : t('example.hint')}
      </p>
    </section>
  );
}
