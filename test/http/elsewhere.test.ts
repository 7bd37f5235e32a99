import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Failure } from '@freeplay/shared/protocol/http';
import { expect } from 'chai';
import { errorOf, startServer, type TestServer } from './server.ts';

const LOGIN = { MONITOR_USER: 'ops', MONITOR_PASSWORD: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from('ops:secret').toString('base64')}`;

/** A request whose path is sent as it is written. */
function raw(url: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<{ readonly status: number; readonly type: string; readonly body: string }>((resolve, reject) => {
    request({ hostname, port, path, headers }, async (response) => {
      const { statusCode = 0, headers: answered } = response;
      resolve({ status: statusCode, type: answered['content-type'] ?? '', body: await text(response) });
    })
      .once('error', reject)
      .end();
  });
}

const fault = ({ status, body }: { readonly status: number; readonly body: string }) =>
  `${status} ${Failure.parse(JSON.parse(body)).error}`;

describe('A path that names nothing', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  for (const [method, path] of [
    ['GET', '/missing.js'],
    ['GET', '/assets/missing.css'],
    ['GET', '/robots.txt'],
    ['GET', '/api'],
    ['GET', '/api/other'],
    ['GET', '/metrics'],
    ['GET', '/monitor'],
    ['GET', '/monitor/api'],
    ['POST', '/'],
    ['POST', '/m/some-match'],
    ['POST', '/matchmake/joinOrCreate/five'],
    ['PUT', '/anything'],
    ['DELETE', '/healthz/more'],
    ['OPTIONS', '/anything'],
  ] as const) {
    it(`is answered 404 in the shape of errors, as machines read it: ${method} ${path}`, async () => {
      const reply = await server.send({ method, path });
      expect([reply.status, errorOf(reply)]).to.deep.equal([404, 'not-found']);
    });
  }

  for (const path of ['/', '/m/some-match', '/join/some-invite', '/nothing/of/ours']) {
    it(`is the web client's own where it looks like a page, which is answered: GET ${path}`, async () => {
      const { status, type } = await raw(server.url, path);
      // 503: it is not built here.
      expect([status, type.split(';')[0]]).to.be.deep.oneOf([
        [200, 'text/html'],
        [503, 'text/plain'],
      ]);
    });
  }

  it('is answered without a body to HEAD', async () => {
    const response = await fetch(`${server.url}/missing.js`, { method: 'HEAD' });
    expect([response.status, await response.text()]).to.deep.equal([404, '']);
  });

  it('is answered 404 too where its percent signs stand for nothing, and nobody is woken for it', async () => {
    for (const path of ['/%zz', '/assets/%zz.js', '/m/%', '/%E0%A4%A']) {
      expect(fault(await raw(server.url, path)), path).to.equal('404 not-found');
    }
    expect(server.logged).to.deep.equal([]);
  });

  it('is none that climbs out of the web client', async () => {
    for (const path of ['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2f..%2fpackage.json']) {
      expect(fault(await raw(server.url, path)), path).to.match(/^40[034] /);
    }
  });
});

describe("The operators' pages", () => {
  it('answer what names nothing, or cannot be read, in the shape of errors', async () => {
    const server = await startServer(LOGIN);
    const headers = { authorization: AUTHORIZATION };
    expect((await raw(server.url, '/monitor/', headers)).status).to.equal(200);
    expect(fault(await raw(server.url, '/monitor/%zz', headers))).to.equal('404 not-found');
    expect(fault(await raw(server.url, '/monitor/nothing', headers))).to.equal('404 not-found');
    expect(fault(await raw(server.url, '/metrics/nothing', headers))).to.equal('404 not-found');
    expect(fault(await raw(server.url, '/monitor/%zz'))).to.equal('401 forbidden');
    const written = await fetch(`${server.url}/monitor/api/room`, { method: 'POST', headers });
    expect([written.status, Failure.parse(await written.json()).error]).to.deep.equal([403, 'forbidden']);
    expect(server.logged).to.deep.equal([]);
    await server.stop();
  });

  it('are on their own port alone where it is set, with nothing else there', async () => {
    const probe = await startServer();
    const adminPort = new URL(probe.url).port;
    await probe.stop();
    const server = await startServer({ ...LOGIN, ADMIN_PORT: adminPort });
    const headers = { authorization: AUTHORIZATION };
    const admin = `http://127.0.0.1:${adminPort}`;
    expect((await raw(admin, '/metrics', headers)).status).to.equal(200);
    for (const path of ['/', '/m/some-match', '/healthz', '/missing.js']) {
      expect(fault(await raw(admin, path, headers)), path).to.equal('404 not-found');
    }
    expect(fault(await raw(admin, '/monitor/%zz', headers))).to.equal('404 not-found');
    for (const path of ['/metrics', '/monitor', '/monitor/']) {
      expect(fault(await raw(server.url, path, headers)), path).to.equal('404 not-found');
    }
    await server.stop();
  });
});
