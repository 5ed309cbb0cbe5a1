import { cloneElement, useRef, useState } from 'react';
import type { ReactElement, SyntheticEvent } from 'react';
import type { TooltipProps } from '@fluentui/react-components';
import { TooltipSurface, type Activation, type TooltipTrigger } from './TooltipSurface.tsx';

export interface LazyTooltipProps extends Pick<TooltipProps, 'content' | 'positioning' | 'withArrow'> {
  /**
   * `label`: a text as `content` is the accessible name of the child. `inaccessible`: the child says the same to screen
   * readers by itself, for example with `aria-label` or `aria-description`.
   */
  relationship: 'label' | 'inaccessible';
  /** The element that is explained. It passes `onPointerEnter`, `onPointerLeave`, `onFocus` and `onBlur` on. */
  children: ReactElement<TriggerProps>;
}

type Handler = (event: SyntheticEvent<HTMLElement>) => void;
interface TriggerProps {
  'aria-label'?: string | undefined;
  'aria-haspopup'?: unknown;
  'aria-expanded'?: unknown;
  onPointerEnter?: Handler | undefined;
  onPointerLeave?: Handler | undefined;
  onFocus?: Handler | undefined;
  onBlur?: Handler | undefined;
}

/**
 * A short explanation of an element, shown when somebody points at it or reaches it by keyboard. Only then Fluent's
 * tooltip, whose 66 hooks made up half of a page's first render, is rendered beside the element.
 *     <LazyTooltip relationship="label" content={t('pin')}><Button icon={<Pin />} /></LazyTooltip>
 */
export function LazyTooltip({ relationship, children, ...tip }: LazyTooltipProps) {
  const [activation, setActivation] = useState<Activation>();
  const trigger = useRef<TooltipTrigger>(undefined);
  const { props } = children;

  const enter =
    (name: 'onPointerEnter' | 'onFocus'): Handler =>
    (event) => {
      props[name]?.(event);
      const target = event.currentTarget;
      if (trigger.current && activation?.target === target) trigger.current[name](event);
      // A focus that a dialog gave back, or that a click took, does not ask for an explanation.
      else if (name === 'onPointerEnter' || target.matches(':focus-visible')) setActivation({ name, event, target });
    };
  const leave =
    (name: 'onPointerLeave' | 'onBlur'): Handler =>
    (event) => {
      props[name]?.(event);
      // It left before the tooltip was rendered.
      if (trigger.current) trigger.current[name](event);
      else setActivation(undefined);
    };
  const isExpanded =
    Boolean(props['aria-haspopup']) && (props['aria-expanded'] === true || props['aria-expanded'] === 'true');
  // Nothing covers the menu that the element opened, and nothing appears by itself once it is closed.
  if (isExpanded && activation) setActivation(undefined);

  return (
    <>
      {cloneElement(children, {
        ...(relationship === 'label' &&
          typeof tip.content === 'string' && { 'aria-label': props['aria-label'] ?? tip.content }),
        onPointerEnter: enter('onPointerEnter'),
        onPointerLeave: leave('onPointerLeave'),
        onFocus: enter('onFocus'),
        onBlur: leave('onBlur'),
      })}
      {activation && <TooltipSurface {...tip} activation={activation} trigger={trigger} />}
    </>
  );
}
