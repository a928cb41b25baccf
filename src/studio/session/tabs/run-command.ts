import { GleanerError } from '../../../errors/gleaner-error.ts';
import type { StudioCommand } from '../../api/studio-command.ts';
import type { LiveTabs } from './create-live-tabs.ts';
import { toAddress } from '../to-address.ts';

/**
 * Does a command in the tabs of a session. Rejects with `invalid_request` for a URL that may not be opened, and with `conflict` for a
 * tab or a dialog that is not there any more. How a navigation ends is told by the session's events.
 */
export async function runCommand(
  command: Exclude<StudioCommand, { readonly type: 'record' }>,
  tabs: LiveTabs,
): Promise<void> {
  switch (command.type) {
    case 'navigate': {
      const tab = tabs.require(command.tab);
      tab.navigate(tab.browsing.parseUrl(toAddress(command.url)).href);
      return;
    }
    case 'back':
      await tabs.require(command.tab).go(-1);
      return;
    case 'forward':
      await tabs.require(command.tab).go(1);
      return;
    case 'reload':
      tabs.require(command.tab).reload();
      return;
    case 'stop':
      tabs.require(command.tab).stop();
      return;
    case 'openTab': {
      const { browsing } = tabs.require();
      const url = command.url === undefined ? undefined : browsing.parseUrl(toAddress(command.url));
      const tab = await tabs.open();
      if (url !== undefined) tab.navigate(url.href);
      return;
    }
    case 'selectTab':
      tabs.select(command.tab);
      return;
    case 'closeTab':
      await tabs.close(command.tab);
      return;
    case 'setViewport':
      await tabs.setViewport(command.viewport);
      return;
    case 'answerDialog':
      if (tabs.list().some((tab) => tab.answerDialog(command))) return;
      throw new GleanerError('conflict', 'This dialog is closed already.');
  }
}
