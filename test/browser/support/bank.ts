import type { Frame, Page } from 'playwright-core';

/**
 * The bank of a live merchant's customer. The stand-in for the acquirer serves its page (`stripe/stand-in/tds-page.ts`).
 */
export function bankAt(acquirer: () => string) {
  /** Returns the bank's page when it has loaded in its iframe. */
  async function atBank(page: Page | Frame): Promise<Frame> {
    const frame = await (await page.waitForSelector('#frame iframe')).contentFrame();
    await frame?.waitForURL(`${acquirer()}/**`);
    await frame?.waitForSelector('#complete');
    if (!frame) throw new Error('no page of the bank');
    return frame;
  }

  /**
   * Answers the bank by keyboard, as the dialog around it still grows and a button would move under a pointer. The
   * frame may disappear before the press is confirmed.
   */
  async function say(page: Page | Frame, answer: 'complete' | 'fail'): Promise<void> {
    const bank = await atBank(page);
    await bank.locator(`#${answer}`).press('Enter', { noWaitAfter: true });
  }

  return { atBank, say };
}
