import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT, useToasts, useViewport } from '@balcao/sdk/client';
import { EmptyState, ext } from '@balcao/sdk/ui';
import type { ConversationViewProps } from '../../contract.ts';
import { HighlightContext } from '@balcao/sdk/chat';
import { fitsBeside } from '../pages/useScreenLayout.ts';
import { ConversationView } from '../view/ConversationView.tsx';
import { useEmbeddedScope } from './useEmbeddedScope.ts';

const useStyles = makeStyles({
  box: { width: '100%', height: '100%', minWidth: 0, minHeight: 0, overflow: 'hidden', outline: 'none' },
  refused: { display: 'grid', placeItems: 'center', height: '100%', overflowY: 'auto', backgroundColor: ext.canvas },
});

/** Returns the width of an element; undefined until it is rendered. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { box, width };
}

/** Returns the conversation on show: the requested one, or another that was opened from inside. */
function useShown(uuid: string, target: number | undefined) {
  const [asked, setAsked] = useState({ uuid, target, shown: uuid, jump: target });
  const isAnew = asked.uuid !== uuid || asked.target !== target;
  const now = isAnew ? { uuid, target, shown: uuid, jump: target } : asked;
  if (isAnew) setAsked(now);
  const show = useCallback((shown: string) => setAsked((known) => ({ ...known, shown, jump: undefined })), []);
  const takeJump = useCallback(() => setAsked((known) => ({ ...known, jump: undefined })), []);
  return { shown: now.shown, jump: now.jump, show, takeJump };
}

/** A whole conversation on the page of another plugin. */
export default function Conversation(props: ConversationViewProps) {
  const { uuid, onClose, onBack, onOpen, onDeleted, panel = false, shortcuts = false, target } = props;
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { touch } = useViewport();
  const { box, width } = useWidth();
  useEffect(() => {
    // A dialog that opens before its content is loaded takes the focus itself and stays hidden from screen readers;
    // this happens right after this effect.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.contains(box.current)) box.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [box]);
  const [isBeside, setBeside] = useState(panel);
  const { shown, jump, show, takeJump } = useShown(uuid, target);
  const isElsewhere = shown !== uuid;
  const back = isElsewhere ? () => show(uuid) : onBack;
  const leave = isElsewhere ? () => show(uuid) : onClose;
  const scope = useEmbeddedScope({ uuid: shown, open: onOpen ?? show, leave }, { shortcuts });
  const close = (
    <Button appearance="primary" onClick={leave}>
      {t('shortcut.close')}
    </Button>
  );
  return (
    <HighlightContext value="">
      <div ref={box} className={styles.box} tabIndex={-1}>
        {width !== undefined && (
          <ConversationView
            uuid={shown}
            scope={scope}
            contactFits={!touch && fitsBeside(width)}
            isContactBeside={isBeside}
            onContactBeside={setBeside}
            jump={jump}
            onJump={takeJump}
            onClose={onClose}
            {...(back && { onBack: back })}
            onDeleted={() => {
              if (!isElsewhere && onDeleted) return onDeleted();
              toasts.info(t('action.deleted'));
              leave();
            }}
            refused={(refusal) => (
              <div className={styles.refused}>
                <EmptyState title={refusal} action={close} />
              </div>
            )}
          />
        )}
      </div>
    </HighlightContext>
  );
}
