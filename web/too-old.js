// biome-ignore-all lint: every browser must read this file, so it is written in the syntax of 2009.
/*
 * Says that the browser is too old, in place of a page that it cannot run. It runs before the page's module, and asks for features and
 * not for a version: what Chromium has since 87, and Safari since 14.1.
 */
(function () {
  var hasInset = window.CSS && CSS.supports && CSS.supports('inset', '0');
  if (hasInset && String.prototype.replaceAll && window.ResizeObserver) return;

  // Nothing else of the page is read or run.
  window.stop();
  var body = document.body || document.documentElement.appendChild(document.createElement('body'));
  body.textContent = '';
  body.style.font = '700 24px/1.4 sans-serif';
  body.style.margin = '32px';

  var agent = navigator.userAgent;
  var chromium = /Chrom(?:e|ium)\/(\d+)/.exec(agent);
  var safari = /Version\/([\d.]+).*Safari/.exec(agent);
  var found = chromium ? 'Chromium ' + chromium[1] : safari ? 'Safari ' + safari[1] : '?';
  var needed = safari && !chromium ? '15.4' : '87';
  var path = location.pathname.split('/');
  var code = /^(display|join)$/.test(path[1]) ? path[2] : '';

  function say(language, text) {
    var line = body.appendChild(document.createElement('p'));
    line.lang = language;
    line.appendChild(document.createTextNode(text));
  }
  say(
    'en',
    'This browser is too old (' +
      found +
      '; ' +
      needed +
      ' needed).' +
      (code ? ' Exhibition code: ' + code : ''),
  );
  say(
    'ms',
    'Pelayar ini terlalu lama (' + found + '; perlu ' + needed + ').' + (code ? ' Kod pameran: ' + code : ''),
  );
  say('zh', '此浏览器版本太旧（' + found + '；需要 ' + needed + '）。' + (code ? '展览代码：' + code : ''));
})();
