import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLanguage, useT, foldText } from '@balcao/sdk/client';
import { ext, SearchBox } from '@balcao/sdk/ui';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Template } from '../../contract.ts';
import { bodyOf } from '../../template/template.ts';
import { languageName } from '../templates/language-name.ts';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    maxHeight: '360px',
    overflowY: 'auto',
    '@media (max-width: 759px)': { maxHeight: '176px' },
  },
  option: {
    display: 'block',
    width: '100%',
    padding: '8px 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: ext.selected, ':hover': { backgroundColor: ext.selectedHover } },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  body: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  none: { margin: '8px 10px', color: tokens.colorNeutralForeground3 },
});

/** Removes accents, so that `promocao` finds `promoção`. */

export interface TemplatePickerProps {
  templates: readonly Template[];
  chosenId: number;
  onChoose(template: Template): void;
}

/** The list of sendable templates: one is chosen, and the arrow keys move through them. */
export function TemplatePicker({ templates, chosenId, onChoose }: TemplatePickerProps) {
  const t = useT();
  const styles = useStyles();
  const spoken = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState('');
  const found = templates.filter((template) =>
    foldText(`${template.name} ${bodyOf(template)}`).includes(foldText(term.trim())),
  );
  const languages = new Set(templates.map(({ language }) => language));
  const reachable = found.some(({ id }) => id === chosenId) ? chosenId : found[0]?.id;

  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = found[found.findIndex(({ id }) => id === reachable) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`[data-template="${next.id}"]`)?.focus();
  };

  return (
    <div className={styles.column}>
      {templates.length > 5 && (
        <SearchBox label={t('composer.search')} placeholder={t('composer.search')} value={term} onChange={setTerm} />
      )}
      <div ref={list} className={styles.list} role="radiogroup" aria-label={t('composer.template')} onKeyDown={walk}>
        {found.map((template) => (
          <button
            key={template.id}
            type="button"
            role="radio"
            data-template={template.id}
            aria-checked={template.id === chosenId}
            tabIndex={template.id === reachable ? 0 : -1}
            className={mergeClasses(styles.option, template.id === chosenId && styles.chosen)}
            onClick={() => onChoose(template)}
          >
            <span className={styles.name}>{template.name}</span>
            <span className={styles.body}>
              {languages.size > 1 && `${languageName(template.language, spoken)} · `}
              {bodyOf(template)}
            </span>
          </button>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('composer.notFound', { term })}</p>}
      </div>
    </div>
  );
}
