import { options, type VNode } from 'preact';
import { sanitizeText } from '#html/text.ts';

/**
 * Sanitizes the text of each `bdi` before it is shown. The console puts strangers' texts, such as the reference of an
 * order, into these elements.
 */
export function sanitizeIsolatedTexts(): void {
  options.vnode = ({ type, props }: VNode<{ children?: unknown }>) => {
    if (type === 'bdi' && typeof props.children === 'string') props.children = sanitizeText(props.children);
  };
}
