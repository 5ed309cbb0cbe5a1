import { Fragment, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { Dialog, DialogSurface, mergeClasses } from '@fluentui/react-components';
import { ArrowRight20Regular, Search20Regular } from '@fluentui/react-icons';
import { highlightParts, hostSide, useCloseOnBack, useOptionalSession, useT, useViewport } from '@balcao/sdk/client';
import { Avatar, VisuallyHidden, Kbd, ext, Spinner } from '@balcao/sdk/ui';
import { useApproach } from './approach.ts';
import { usePaletteGroups } from './palette-entries.ts';
import { type PaletteEntry } from './palette-search.ts';
import { usePaletteStyles } from './palette-styles.ts';
import { earlyTermAtom, paletteAtom, paletteReadyAtom } from './shell-state.ts';

/** Milliseconds after which a line counts as dwelt on. */
const rest = 60;

/** Finds people, pages and actions from any page. */
export default function Palette() {
  const t = useT('shell');
  const styles = usePaletteStyles();
  const [open, setOpen] = useAtom(paletteAtom);
  useCloseOnBack(() => setOpen(false), open);
  return (
    <Dialog open={open} onOpenChange={(_, data) => setOpen(data.open)}>
      <DialogSurface className={styles.surface} aria-label={t('palette.title')}>
        {open && <PaletteBody onClose={() => setOpen(false)} />}
      </DialogSurface>
    </Dialog>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const t = useT('shell');
  const styles = usePaletteStyles();
  const { touch } = useViewport();
  const session = useOptionalSession();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const store = useStore();
  const early = useAtomValue(earlyTermAtom);
  const setReady = useSetAtom(paletteReadyAtom);
  const [typed, setTerm] = useState<string>();
  const term = typed ?? early;
  /** Key of the line chosen with the arrow keys; hits inserted above it do not move the choice. */
  const [chosen, setChosen] = useState<string>();
  const { groups, searching, failed } = usePaletteGroups(term, true);
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  );
  const current = entries[at];

  useEffect(() => setChosen(undefined), [term]);
  const approach = useApproach();
  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => {
      if (current.path !== undefined) approach(current.path.replace(/[?#].*/, '')).onFocus();
      current.approach?.();
    }, rest);
    return () => clearTimeout(timer);
  }, [approach, current]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (entry: PaletteEntry, newTab: boolean) => {
    onClose();
    if (entry.path === undefined) {
      entry.run?.();
      return;
    }
    const { title, subtitle, path, face } = entry;
    if (session)
      hostSide.storeRecentPage(session.user.id, {
        title,
        path,
        ...(subtitle && { subtitle }),
        ...(face && { avatar: face }),
      });
    if (newTab) window.open(path, '_blank', 'noopener');
    else void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const step = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(entries[Math.max(0, step)]?.key);
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <>
      <div className={styles.field}>
        <Search20Regular aria-hidden="true" className={styles.glass} />
        <input
          className={styles.input}
          autoFocus
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(current ? { 'aria-activedescendant': `${id}-${current.key}` } : {})}
          placeholder={t('palette.placeholder')}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          onFocus={() => {
            // Reads the newest value, which includes keys typed since this was drawn.
            setTerm((own) => own ?? store.get(earlyTermAtom));
            setReady(true);
          }}
          onKeyDown={onKeyDown}
        />
        {searching && <Spinner size="extra-tiny" aria-label={t('palette.searching')} />}
        <button type="button" className={styles.escape} onClick={onClose} aria-label={t('ui.close')}>
          <Kbd keys="escape" />
        </button>
      </div>
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('palette.list')}>
        {groups.map((group) => (
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <div id={`${id}-${group.key}`} className={styles.heading} role="presentation">
              {group.label}
            </div>
            {group.entries.map((entry) => (
              <PaletteRow
                key={entry.key}
                id={`${id}-${entry.key}`}
                entry={entry}
                term={term}
                chosen={entry === current}
                onPoint={() => setChosen(entry.key)}
                onChoose={(event) => choose(entry, event.ctrlKey || event.metaKey)}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && !searching && (
        <div className={styles.none}>
          <strong>{t('palette.none', { term: term.trim() })}</strong>
          <span>{t('palette.noneHint')}</span>
        </div>
      )}
      {!touch && (
        <div className={styles.foot} aria-hidden="true">
          <Kbd keys="arrowup" />
          <Kbd keys="arrowdown" />
          <span>{t('palette.navigate')}</span>
          <Kbd keys="enter" />
          <span>{t('palette.open')}</span>
          <Kbd keys="mod+enter" />
          <span>{t('palette.newTab')}</span>
          <span className={styles.total}>
            {failed
              ? t('palette.failed')
              : term.trim() === ''
                ? t('palette.signs')
                : t('palette.results', { count: entries.length })}
          </span>
        </div>
      )}
      <VisuallyHidden live="polite">
        {searching
          ? t('palette.searching')
          : `${t('palette.results', { count: entries.length })} ${failed ? t('palette.failed') : ''}`}
      </VisuallyHidden>
    </>
  );
}

interface RowProps {
  id: string;
  entry: PaletteEntry;
  term: string;
  chosen: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

function PaletteRow({ id, entry, term, chosen, onPoint, onChoose }: RowProps) {
  const styles = usePaletteStyles();
  const Icon = entry.icon ?? ArrowRight20Regular;
  return (
    // The field keeps the focus and its keys move the choice.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={mergeClasses(styles.row, entry.excerpt && styles.tall, chosen && styles.chosen)}
      // Browsers also fire events for a resting mouse when the list changes below it, and Enter would act on that line.
      onMouseMove={({ movementX, movementY }) => {
        if (!chosen && (movementX !== 0 || movementY !== 0)) onPoint();
      }}
      onClick={onChoose}
    >
      <span className={styles.icon}>
        {entry.face ? (
          <Avatar {...entry.face} size={26} decorative ring={chosen ? ext.selected : ext.raised} />
        ) : (
          <Icon />
        )}
      </span>
      <span className={styles.text}>
        <Found text={entry.title} term={term} />
        {entry.subtitle && (
          <span className={styles.subtitle}>
            {' · '}
            <Found text={entry.subtitle} term={term} />
          </span>
        )}
        {entry.excerpt && <Excerpt {...entry.excerpt} />}
      </span>
      {entry.when && <span className={styles.when}>{entry.when}</span>}
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </div>
  );
}

/** A line of text with the source's matches highlighted. */
function Excerpt({ text, marks }: NonNullable<PaletteEntry['excerpt']>) {
  const styles = usePaletteStyles();
  return (
    <span className={styles.excerpt}>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.found}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}

/** Text with the typed part highlighted. */
function Found({ text, term }: { text: string; term: string }) {
  const styles = usePaletteStyles();
  return highlightParts(text, term).map(({ text: part, isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles.found}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
