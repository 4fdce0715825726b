# Completion of coarsen-cli for bash; made by `coarsen-cli reference bash`.
_coarsen_cli() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W 'analyze batch synth selftest engines bench ensemble convolve correlate surface track register apply strain recipe reference --help --version' -- "$word"))
    return
  fi
  if [ "$command" = synth ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      COMPREPLY=($(compgen -W 'ring exponential grains particles bicontinuous cahn-hilliard flow' -- "$word"))
      return
    fi
    command="synth ${COMP_WORDS[2]}"
  fi
  if [ "$before" = --set ]; then
    compopt -o nospace
    COMPREPLY=($(compgen -W 'grey.method= lines.fields= lines.cells= lines.means= surround.circle= flatten.on= flatten.method= flatten.order= flatten.sigma= flatten.radius= flatten.flat= flatten.dark= bleach.on= bleach.level= dust.on= dust.find= dust.strength= dust.low= dust.high= dust.grow= dust.treat= dust.offset= dust.file= dust.invert= dust.strokes= median.on= median.radius= filter.on= filter.kind= filter.size= filter.sigma= filter.sigma2= filter.angle= filter.wavelength= filter.file= filter.border= filter.scale= stabilise.on= stabilise.reference= stabilise.motion= stabilise.errors= align.on= align.mode= align.reference= align.sigma= align.lambda= align.levels= align.sampling= align.presmooth= align.presmooth_by= align.regulariser= align.evolving= align.likeness= align.brightness= align.tolerance= align.iterations= align.force_term= crop.on= crop.x= crop.y= crop.width= crop.height= crop.shapes= crop.z= crop.depth= crop.info_bar= channels.use= channels.pick= channels.sigma= channels.scale= channels.weight= contrast.low= contrast.high= contrast.apply= contrast.scale= measure.max_lag= measure.mean= measure.norm= measure.azimuth= measure.prominence= measure.weak= measure.weak_error= measure.errors= measure.maximum= measure.error_rule= measure.small_radii= measure.refining= measure.xi_start= measure.ensemble_errors= measure.xi_errors= measure.comb= measure.bands= measure.false_colour= measure.spectrum= measure.surround= measure.two_lengths= measure.structure_factor= measure.anisotropy= measure.sectors= measure.terms= measure.bracket= surface.on= surface.level= surface.phase= surface.smooth= surface.borders= surface.denoise= surface.rounds= surface.m= surface.band= surface.c1= surface.c2= surface.mode= surface.time= surface.sigma= fit.model= fit.t0= fit.from= fit.to= fit.weights= fit.length= fit.robust= fit.bootstrap=' -- "$word"))
    return
  fi
  case $command in
    'analyze') options='--z --position --join --size-from -o --output --session --images --preset --recipe --set --region --max-lag --mean --norm --pixel-size --spacing --volumes --raw --dataset --channel --t --interval --times --times-from --time-columns --order --numbered --t0 --fit --weights --frames --engine --convolution-engine --no-tune --exact --threads --memory --gpus --resume --watch --until --force --prepare --part --merge --estimate --save --effects --progress --quiet' ;;
    'batch') options='-o --output --no-groups --z --position --join --size-from --preset --recipe --set --region --max-lag --mean --norm --pixel-size --spacing --volumes --raw --dataset --channel --t --interval --t0 --fit --weights --engine --convolution-engine --no-tune --exact --threads --memory --gpus --resume --force --progress --quiet' ;;
    'synth ring') options='-o --output --frames --interval --seed --bits --drift --noise --size --pixel-size --light --dust --r-max --ring-width --law --correlation --t0' ;;
    'synth exponential') options='-o --output --frames --interval --seed --bits --drift --noise --size --pixel-size --light --dust --xi' ;;
    'synth grains') options='-o --output --frames --interval --seed --bits --drift --noise --size --pixel-size --light --dust --grain --period --fields' ;;
    'synth particles') options='-o --output --frames --interval --seed --bits --drift --noise --size --pixel-size --light --dust --field --max-displacement --particles-per-px --diameter --lost --fields' ;;
    'synth bicontinuous') options='-o --output --frames --interval --seed --bits --drift --noise --size --wavelength --ring-width --law --spacing --correlation --kept --t0' ;;
    'synth cahn-hilliard') options='-o --output --frames --interval --seed --bits --drift --noise --size --pixel-size --light --dust --times --dt --composition' ;;
    'synth flow') options='-o --output --size --wavelength --max-u --flow-scale --noise --kept --seed' ;;
    'selftest') options='--quick --suite --json' ;;
    'engines') options='--json --tune --no-tune' ;;
    'ensemble') options='-o --output --table --x --sweep --preset --recipe --set --max-lag --z --position --join --size-from --dataset --pixel-size --spacing --engine --threads --memory --resume --force --progress --quiet' ;;
    'convolve') options='-k --kernel -o --output --z --position --dataset --channel --border --outside --scale --flip --engine --no-tune --threads --resume --force --quiet' ;;
    'correlate') options='-o --output --max-lag --outside --norm --mask --recipe --save --t --z --position --dataset --channel --engine --patches --step --passes --threads --force --quiet' ;;
    'surface') options='-o --output --level --phase --smooth --borders --denoise --since --save --engine --t --raw --dataset --channel --size-from --pixel-size --spacing --memory --as-stored --threads --force --quiet' ;;
    'track') options='--max-lag --reference --size --bits --rate --z --position --dataset --channel --live --until -o --output --engine --threads --force --quiet' ;;
    'register') options='-o --output --sigma --lambda --levels --sampling --presmooth --presmooth-by --regulariser --evolving --likeness --brightness --tolerance --iterations --force-term --save --t --z --position --raw --dataset --channel --size-from --pixel-size --spacing --memory --as-stored --engine --against --threads --force --quiet' ;;
    'apply') options='--labels -o --output --save --to --sampling --tolerance --iterations --t --raw --dataset --channel --size-from --pixel-size --spacing --memory --as-stored --threads --force --quiet' ;;
    'strain') options='-o --output --save --threads --force --quiet' ;;
    'recipe') options='--default --keys --preset --validate' ;;
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
  esac
}
complete -o default -F _coarsen_cli coarsen-cli
