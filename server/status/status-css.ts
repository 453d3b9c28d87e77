/** The look of a status page: the desk's tokens (renderer/styles/tokens.css), and nothing that is loaded. */
export const STATUS_CSS = `
:root{color-scheme:light dark;--paper:light-dark(oklch(.985 .003 85),oklch(.175 .006 70));--raised:light-dark(oklch(1 0 0),oklch(.21 .007 70));
--line:light-dark(oklch(.905 .006 85),oklch(.285 .008 70));--line-strong:light-dark(oklch(.83 .008 85),oklch(.38 .01 70));
--ink:light-dark(oklch(.24 .012 60),oklch(.94 .01 80));--ink-2:light-dark(oklch(.45 .012 60),oklch(.75 .01 80));
--ink-3:light-dark(oklch(.53 .012 60),oklch(.66 .01 80));--ok:light-dark(oklch(.58 .13 155),oklch(.76 .13 155));
--error:light-dark(oklch(.56 .19 27),oklch(.7 .17 27));--warning:light-dark(oklch(.68 .15 70),oklch(.8 .14 75));
--ok-ink:light-dark(oklch(.42 .1 155),oklch(.84 .1 155));--error-ink:light-dark(oklch(.48 .17 27),oklch(.8 .12 27))}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 "Geist Variable",system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;overflow-wrap:anywhere}
main{display:grid;gap:28px;max-width:760px;margin:0 auto;padding:40px 20px 64px}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
h1{font-size:22px;font-weight:600;line-height:1.25}
h2{margin-bottom:10px;font-size:13px;font-weight:520;color:var(--ink-2)}
h3{font-size:15px;font-weight:520}
ul,ol{list-style:none}
.now{display:flex;align-items:baseline;gap:10px;margin-top:18px;padding:16px 18px;border:1px solid var(--line);border-left:4px solid var(--line-strong);border-radius:10px;background:var(--raised);font-size:17px;font-weight:520}
.now[data-state=up]{border-left-color:var(--ok)}
.now[data-state=down]{border-left-color:var(--error)}
.note{padding:14px 18px;border:1px solid var(--line);border-left:4px solid var(--warning);border-radius:10px;background:var(--raised);white-space:pre-line}
.card{border:1px solid var(--line);border-radius:10px;background:var(--raised)}
.card>li{padding:14px 18px}
.card>li+li{border-top:1px solid var(--line)}
.head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px}
.state{color:var(--ink-2)}
.state[data-state=up]{color:var(--ok-ink)}
.state[data-state=down]{color:var(--error-ink);font-weight:600}
.strip{display:flex;align-items:flex-end;gap:2px;height:28px;margin-top:8px}
.strip i{flex:1 1 8px;min-width:1px;max-width:14px;height:20px;border-radius:1.5px;background:var(--ok)}
.strip i[data-state=partly]{height:28px;background:linear-gradient(to top,var(--error) 50%,var(--ok) 50%)}
.strip i[data-state=down]{height:28px;background:var(--error)}
.strip i[data-state=none]{height:7px;background:var(--line-strong)}
.scale{display:flex;justify-content:space-between;gap:12px;margin-top:6px;font-size:12.5px;color:var(--ink-3);font-variant-numeric:tabular-nums}
.when{color:var(--ink-2);font-variant-numeric:tabular-nums}
footer{font-size:12.5px;color:var(--ink-3)}
@media(max-width:480px){main{padding:24px 16px 48px}.strip{gap:1px}}
@media(forced-colors:active){.strip i{background:CanvasText}.strip i[data-state=none]{background:GrayText}.strip i:is([data-state=down],[data-state=partly]){background:Mark;forced-color-adjust:none}}
`
