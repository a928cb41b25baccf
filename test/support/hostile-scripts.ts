/** Where a hostile page wants to get to. */
export interface HostileTarget {
  /** `127.0.0.1:PORT` of the HTTP canary; every way names itself in the path that it asks for. */
  readonly at: string;
  /** The page's own origin: scripts for workers, and redirects, are served there. */
  readonly own: string;
  /** Name that resolves to loopback without the guard. */
  readonly name: string;
  /** Ports on which a mere packet or connection counts. */
  readonly stunPort: number;
  readonly candidatePort: number;
  readonly quicPort: number;
  readonly turnPort: number;
}

/** Ways for a page with scripts to connect to somewhere; each is the body of an async function. */
export function hostileScripts(target: HostileTarget): ReadonlyMap<string, string> {
  const { at, own, name } = target;
  const port = at.split(':')[1] ?? '';
  const to = (path: string): string => `http://${at}/${path}`;
  const worker = (path: string): string => `${own}/worker.js?to=${encodeURIComponent(path)}`;
  const ways: Readonly<Record<string, string>> = {
    fetch: `fetch('${to('fetch')}', { mode: 'no-cors' })`,
    'fetch-post': `fetch('${to('fetch-post')}', { mode: 'no-cors', method: 'POST', body: 'x' })`,
    'fetch-preflight': `fetch('${to('fetch-preflight')}', { method: 'PUT', headers: { 'x-a': 'b' } })`,
    'fetch-keepalive': `fetch('${to('fetch-keepalive')}', { mode: 'no-cors', keepalive: true })`,
    xhr: `const x = new XMLHttpRequest(); x.open('GET', '${to('xhr')}'); x.send()`,
    beacon: `navigator.sendBeacon('${to('beacon')}', 'x')`,
    'event-source': `new EventSource('${to('event-source')}')`,
    'web-socket': `new WebSocket('ws://${at}/web-socket')`,
    'dynamic-import': `import('${to('dynamic-import')}')`,
    'dynamic-image': `new Image().src = '${to('dynamic-image')}'`,
    'dynamic-audio': `new Audio('${to('dynamic-audio')}').play()`,
    'dynamic-font': `new FontFace('x', 'url(${to('dynamic-font')})').load()`,
    'document-write': `${frame('')} f.contentDocument.write('<img src="${to('document-write')}">')`,
    'window-open': `window.open('${to('window-open')}')`,
    'form-get': `${frame("f.name = 'a'")} const m = document.createElement('form'); m.action = '${to('form-get')}'; m.target = 'a'; document.body.append(m); m.submit()`,
    'form-post': `${frame("f.name = 'b'")} const m = document.createElement('form'); m.action = '${to('form-post')}'; m.method = 'post'; m.target = 'b'; document.body.append(m); m.submit()`,
    'frame-location': frame(`f.srcdoc = "<script>location = '${to('frame-location')}'</script>"`),
    'frame-refresh': frame(
      `f.srcdoc = '<meta http-equiv=refresh content="0;url=${to('frame-refresh')}">'`,
    ),
    'sandboxed-frame': frame(`f.sandbox = 'allow-scripts'; f.src = '${to('sandboxed-frame')}'`),
    'link-click': `const a = document.createElement('a'); a.href = '${to('link-click')}'; a.target = '_blank'; document.body.append(a); a.click()`,
    // In a frame of its own: what is refused would take the page's place.
    'link-download': frame(
      `f.srcdoc = '<a download href="${to('link-download')}">x</a><script>document.links[0].click()</script>'`,
    ),
    ping: `const a = document.createElement('a'); a.href = '#x'; a.ping = '${to('ping')}'; document.body.append(a); a.click()`,
    'redirect-302': `fetch('${own}/redirect?to=${encodeURIComponent(to('redirect-302'))}', { mode: 'no-cors' })`,
    'redirect-307': `fetch('${own}/redirect?status=307&to=${encodeURIComponent(to('redirect-307'))}', { mode: 'no-cors', method: 'POST', body: 'x' })`,
    'redirect-frame': frame(
      `f.src = '${own}/redirect?to=${encodeURIComponent(to('redirect-frame'))}'`,
    ),
    'redirect-image': `new Image().src = '${own}/redirect?to=${encodeURIComponent(to('redirect-image'))}'`,
    'redirect-twice': `fetch('${own}/redirect?to=${encodeURIComponent(`${own}/redirect?to=${encodeURIComponent(to('redirect-twice'))}`)}', { mode: 'no-cors' })`,
    worker: `new Worker('${worker(to('worker'))}')`,
    'worker-import': `new Worker(${blob(`importScripts('${to('worker-import')}')`)})`,
    'worker-socket': `new Worker(${blob(`new WebSocket('ws://${at}/worker-socket')`)})`,
    'worker-xhr': `new Worker(${blob(`const x = new XMLHttpRequest(); x.open('GET', '${to('worker-xhr')}', false); x.send()`)})`,
    'module-worker': `new Worker(${blob(`import '${to('module-worker')}'`)}, { type: 'module' })`,
    'nested-worker': `new Worker(${blob(`new Worker(URL.createObjectURL(new Blob(["fetch('${to('nested-worker')}', { mode: 'no-cors' })"])))`)})`,
    'shared-worker': `new SharedWorker('${worker(to('shared-worker'))}')`,
    'service-worker': `await navigator.serviceWorker?.register('${worker(to('service-worker'))}')`,
    'audio-worklet': `new AudioContext().audioWorklet.addModule('${to('audio-worklet')}')`,
    'paint-worklet': `CSS.paintWorklet.addModule('${to('paint-worklet')}')`,
    'web-socket-stream': `new WebSocketStream('ws://${at}/web-socket-stream')`,
    speculation: `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['${to('speculation')}'], eagerness: 'immediate' }] }); document.head.append(s)`,
    'csp-report': frame(`f.src = '${own}/csp?to=${encodeURIComponent(to('csp-report'))}'`),
    'xml-stylesheet': frame(`f.src = '${own}/xml?to=${encodeURIComponent(to('xml-stylesheet'))}'`),
    'link-header': frame(`f.src = '${own}/link?to=${encodeURIComponent(to('link-header'))}'`),
    'refresh-header': frame(
      `f.src = '${own}/refresh?to=${encodeURIComponent(to('refresh-header'))}'`,
    ),
    stun: rtc(`{ urls: 'stun:127.0.0.1:${target.stunPort}' }`),
    'turn-tcp': rtc(
      `{ urls: 'turn:127.0.0.1:${target.turnPort}?transport=tcp', username: 'a', credential: 'b' }`,
    ),
    candidate: `const a = new RTCPeerConnection(), b = new RTCPeerConnection(); a.createDataChannel('x');
      await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription);
      await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription);
      await a.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 ${target.candidatePort} typ host' })`,
    'web-transport': `new WebTransport('https://127.0.0.1:${target.quicPort}/x')`,
    'resolved-name': `fetch('http://${name}:${port}/resolved-name', { mode: 'no-cors' })`,
    'resolved-name-socket': `new WebSocket('ws://${name}:${port}/resolved-name-socket')`,
    localhost: `fetch('http://localhost:${port}/localhost', { mode: 'no-cors' })`,
    'sub-localhost': `fetch('http://a.localhost:${port}/sub-localhost', { mode: 'no-cors' })`,
    decimal: `fetch('http://2130706433:${port}/decimal', { mode: 'no-cors' })`,
    octal: `fetch('http://0177.0.0.1:${port}/octal', { mode: 'no-cors' })`,
    hexadecimal: `fetch('http://0x7f.1:${port}/hexadecimal', { mode: 'no-cors' })`,
    short: `fetch('http://127.1:${port}/short', { mode: 'no-cors' })`,
    'other-loopback': `fetch('http://127.9.8.7:${port}/other-loopback', { mode: 'no-cors' })`,
    zero: `fetch('http://0.0.0.0:${port}/zero', { mode: 'no-cors' })`,
    'ipv6-mapped': `fetch('http://[::ffff:127.0.0.1]:${port}/ipv6-mapped', { mode: 'no-cors' })`,
    ipv6: `fetch('http://[::1]:${port}/ipv6', { mode: 'no-cors' })`,
  };
  return new Map(Object.entries(ways));
}

function rtc(server: string): string {
  return `const c = new RTCPeerConnection({ iceServers: [${server}] }); c.createDataChannel('a'); await c.setLocalDescription(await c.createOffer())`;
}

function frame(source: string): string {
  return `const f = document.createElement('iframe'); ${source}; document.body.append(f);`;
}

function blob(source: string): string {
  return `URL.createObjectURL(new Blob([${JSON.stringify(source)}], { type: 'text/javascript' }))`;
}
